import { useRef } from 'react';

/** The error of a mutation's last result. It stays while the next attempt runs, so that nothing moves under the finger that started it. */
export function useLastError<Failure>({
  error,
  isPending,
}: {
  error: Failure | null;
  isPending: boolean;
}): Failure | null {
  const last = useRef(error);
  if (!isPending) last.current = error;
  return last.current;
}
