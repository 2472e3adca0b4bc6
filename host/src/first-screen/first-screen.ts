/**
 * Work that the first screen does not need: the socket, background slots, metrics, the worker. It waits until the content
 * of the first screen is shown and its data has arrived. Each piece then runs in an idle moment of its own.
 */
import { useEffect, useState } from 'react';
import { queryClient } from 'shared-contracts/query';
import { whenIdle } from './when-idle';

/** The longest wait for the content, from the start of the page. */
const LATEST_MS = 8000;

let isShown = false;
let waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Runs `work` in the first idle moment after the first screen, or in the next one if that is shown. */
export function afterFirstScreen(work: () => void): void {
  if (isShown) whenIdle(work);
  else {
    waiting.push(work);
    timer ??= setTimeout(release, LATEST_MS);
  }
}

/** False until the first idle moment after the first screen. */
export function useAfterFirstScreen(): boolean {
  const [isAfter, setIsAfter] = useState(false);
  useEffect(() => {
    let isMounted = true;
    afterFirstScreen(() => isMounted && setIsAfter(true));
    return () => {
      isMounted = false;
    };
  }, []);
  return isAfter;
}

/** Content renders it in place of a skeleton. The first screen is shown once the requests of that content have ended. */
export function ContentIsShown(): null {
  useEffect(() => {
    if (isShown) return undefined;
    const check = () => {
      if (queryClient().isFetching() > 0) return;
      stop();
      release();
    };
    const stop = queryClient().getQueryCache().subscribe(check);
    check();
    return stop;
  }, []);
  return null;
}

function release(): void {
  if (isShown) return;
  isShown = true;
  clearTimeout(timer);
  for (const work of waiting) whenIdle(work);
  waiting = [];
}
