import { type ReactNode, useEffect } from 'react';
import { Boundary } from './boundary';

const RETRY_MS = 30_000;

/** For content that a page does not need: a background helper, a note. It fails silently and is retried after 30 s. */
export function Unseen({ children }: { children: ReactNode }) {
  return <Boundary fallback={(retry) => <LaterAgain retry={retry} />}>{children}</Boundary>;
}

/** Retries after 30 s, in place of a button that would not be visible. */
export function LaterAgain({ retry }: { retry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(retry, RETRY_MS);
    return () => clearTimeout(timer);
  }, [retry]);
  return null;
}
