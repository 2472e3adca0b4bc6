import { type ReactNode, useEffect } from 'react';
import { Boundary } from './boundary';

const RETRY_MS = 30_000;

/** For what a page can do without: a helper that works unseen, a note. It fails unseen and tries again by itself. */
export function Unseen({ children }: { children: ReactNode }) {
  return <Boundary fallback={(retry) => <LaterAgain retry={retry} />}>{children}</Boundary>;
}

/** Stands in for a button that nobody could press. */
export function LaterAgain({ retry }: { retry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(retry, RETRY_MS);
    return () => clearTimeout(timer);
  }, [retry]);
  return null;
}
