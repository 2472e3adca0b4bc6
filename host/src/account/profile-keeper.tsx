import { useEffect } from 'react';
import { shellState, showToast, subscribe, useShell } from 'shared-contracts/events';
import { invalidate } from 'shared-contracts/query';
import { isSameContext, personalContext, refreshProfile, switchContext } from 'shared-contracts/session';
import type { AuthContext, Me } from 'shared-contracts/types';
import { t } from '../words';
import { useMe } from './me.resource';

/** Events after which the account or its orders may have changed. */
const REASONS = ['refresh-wanted', 'queue-order-added', 'queue-order-state-updated'] as const;

/** How long the message stays, in milliseconds. Another page opens with it, so it is read late. */
const MESSAGE_MS = 8000;

/** Refreshes the profile of a session: every 120 s, after order events, and when the tab becomes visible. */
export function ProfileKeeper() {
  const context = useShell((state) => state.session?.context);
  return context ? <Keeper context={context} /> : null;
}

function Keeper({ context }: { context: AuthContext }) {
  const { data: me } = useMe(context);

  useEffect(() => {
    // The refresh is a task of its own, since an arriving order causes enough work.
    const refresh = () => setTimeout(() => void invalidate('/me'));
    const stops = REASONS.map((name) => subscribe(name, refresh));
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  useEffect(() => {
    if (me && me.id === shellState().session?.user.id) applyProfile(me);
  }, [me]);

  return null;
}

function applyProfile({ orders: _orders, ...user }: Me): void {
  refreshProfile(user);
  const context = shellState().session?.context;
  const allowed = [personalContext(user), ...user.vendors.data.map((data) => ({ type: 'Vendor' as const, data }))];
  // The user is no longer a member of this vendor.
  if (!context || allowed.some((each) => isSameContext(each, context))) return;
  switchContext(personalContext(user));
  showToast(t('You no longer work for {name}.', { name: context.data.name }), { timeout: MESSAGE_MS });
}
