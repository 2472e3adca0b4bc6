import { useCallback, useEffect, useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { checkLink } from './setup';

export type LinkCheck =
  | { state: 'checking' | 'works' }
  /** `ended`: the server says why it does not work. `failed`: the server did not say. */
  | { state: 'ended' | 'failed'; error: ApiErrorShape };

/** Whether the server says that the link does not work: it was used, has expired, was replaced, or was never printed. */
export const isEnded = ({ status, code }: ApiErrorShape): boolean => status === 410 || code === 'SETUP_LINK_UNKNOWN';

/** This is no resource, since the request contains a secret and the data of resources may be stored. */
export function useLinkCheck(token: string): { check: LinkCheck; retry: () => void } {
  const [check, setCheck] = useState<LinkCheck>({ state: 'checking' });
  const ask = useCallback(() => {
    let isCurrent = true;
    const settle = (next: LinkCheck) => {
      if (isCurrent) setCheck(next);
    };
    checkLink(token).then(
      () => settle({ state: 'works' }),
      (error: ApiErrorShape) => settle({ state: isEnded(error) ? 'ended' : 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [token]);
  useEffect(ask, [ask]);
  const retry = () => {
    setCheck({ state: 'checking' });
    ask();
  };
  return { check, retry };
}
