import { useEffect, useRef } from 'react';
import { publish, shellState, showToast, subscribe } from 'shared-contracts/events';
import { queryClient } from 'shared-contracts/query';
import { useLocation, useNavigate } from 'shared-contracts/router';
import { PATHS } from '../routes/paths';
import { forgetReturnPath, rememberReturnPath } from '../routes/return-path';
import type { ShellRoute } from '../routes/shell-route';
import { t } from '../words';

/** After a change of the session, drops the data of the last account and leads the visitor to another page. */
export function useSessionNavigation(route: ShellRoute | undefined): void {
  const navigate = useNavigate();
  const location = useLocation();
  const latest = useRef({ navigate, location, isGuarded: false });
  useEffect(() => {
    latest.current = { navigate, location, isGuarded: route?.guard === 'signed-in' };
  });

  useEffect(() => {
    // The end of a session in another tab may be announced twice: by that tab, and by the storage that it emptied.
    let isSignedIn = shellState().session !== null;
    const stops = [
      subscribe('signed-out', ({ reason }, { source }) => {
        const isOtherTab = source === 'tab';
        // A log-out that the visitor asked for here counts, even if the API refused another tab a moment earlier.
        const isAskedHere = reason === 'asked' && !isOtherTab;
        if (!isSignedIn && !isAskedHere) return;
        isSignedIn = false;
        const { navigate, location, isGuarded } = latest.current;
        queryClient().clear();
        if (reason === 'expired') {
          if (isOtherTab && !isGuarded) return;
          rememberReturnPath(location);
          navigate(PATHS.login, { replace: true });
          showToast(t('Your session has ended.'));
          return;
        }
        // The other tab may have remembered its return path, if the API refused its token; that path stays.
        if (isAskedHere) {
          forgetReturnPath();
          navigate(PATHS.home);
        } else if (isGuarded) {
          navigate(PATHS.login, { replace: true });
          showToast(t('You logged out in another tab.'));
        }
      }),
      subscribe('context-switched', ({ context }, { source }) => {
        queryClient().clear();
        latest.current.navigate(context.type === 'Vendor' ? PATHS.queues : PATHS.account);
        if (source === 'tab') showToast(t('Switched to {name} in another tab.', { name: context.data.name }));
      }),
      subscribe('signed-in', (_payload, { source }) => {
        isSignedIn = true;
        // A sign-in in this tab keeps the visitor's responses, which are public. A sign-in in another tab may have replaced an account.
        if (source === 'tab') queryClient().clear();
        else publish('toast-dismissed', {});
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
