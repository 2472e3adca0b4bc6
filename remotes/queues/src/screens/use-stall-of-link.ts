import { useLayoutEffect } from 'react';
import { useShell } from 'shared-contracts/events';
import { useSearchParams } from 'shared-contracts/router';
import { isSameContext, switchContext } from 'shared-contracts/session';
import type { AuthContext } from 'shared-contracts/types';

/**
 * Follows a link to one stall's queue, `/queues?vendor=7`, which an email of the watch has: a person of several stalls then acts for that one. A
 * stall that is not the person's is ignored.
 * @returns true until the stall is the one in use. Nothing is shown then, since orders of another stall would count as seen.
 */
export function useStallOfLink(): boolean {
  const [params, setParams] = useSearchParams();
  const session = useShell((state) => state.session);
  const id = params.get('vendor');
  const vendor = id === null ? undefined : session?.user.vendors.find((each) => String(each.id) === id);
  const wanted: AuthContext | undefined = vendor && { type: 'Vendor', data: vendor };
  const isOther = wanted !== undefined && session !== null && !isSameContext(wanted, session.context);
  useLayoutEffect(() => {
    if (!wanted) return;
    // Another switch later, and the way back, must not lead to this stall again.
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('vendor');
        return after;
      },
      { replace: true },
    );
    if (isOther) switchContext(wanted);
  });
  return isOther;
}
