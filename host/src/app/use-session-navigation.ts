import { useEffect, useRef } from 'react';
import { publish, shellState, showToast, subscribe } from 'shared-contracts/events';
import { queryClient } from 'shared-contracts/query';
import { useLocation, useNavigate } from 'shared-contracts/router';
import { PATHS } from '../routes/paths';
import { forgetReturnPath, rememberReturnPath } from '../routes/return-path';
import type { ShellRoute } from '../routes/shell-route';

/** What a change of the session does to the page: what the last account fetched is dropped, and the visitor moves on. */
export function useSessionNavigation(route: ShellRoute | undefined): void {
  const navigate = useNavigate();
  const location = useLocation();
  const latest = useRef({ navigate, location, isGuarded: false });
  useEffect(() => {
    latest.current = { navigate, location, isGuarded: route?.guard === 'signed-in' };
  });

  useEffect(() => {
    // The end of a session may be heard twice: from the other tab, and from the storage that it emptied.
    let isSignedIn = shellState().session !== null;
    const stops = [
      subscribe('signed-out', ({ reason }, { source }) => {
        if (!isSignedIn) return;
        isSignedIn = false;
        const { navigate, location, isGuarded } = latest.current;
        const isOtherTab = source === 'tab';
        queryClient().clear();
        if (reason === 'expired') {
          if (isOtherTab && !isGuarded) return;
          rememberReturnPath(location);
          navigate(PATHS.login, { replace: true });
          return;
        }
        // What is remembered is the other tab's, which may have lost its session to a refusal and say so only later.
        if (!isOtherTab) {
          forgetReturnPath();
          navigate(PATHS.home);
        } else if (isGuarded) navigate(PATHS.login, { replace: true });
      }),
      subscribe('context-switched', ({ context }, { source }) => {
        queryClient().clear();
        latest.current.navigate(context.type === 'Vendor' ? PATHS.queues : PATHS.account);
        if (source === 'tab') showToast(`Switched to ${context.data.name} in another tab.`);
      }),
      subscribe('signed-in', (_payload, { source }) => {
        isSignedIn = true;
        // The answers given to a visitor stay true for whoever signs in; those of another account do not.
        if (source === 'tab') queryClient().clear();
        else publish('toast-dismissed', {});
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
