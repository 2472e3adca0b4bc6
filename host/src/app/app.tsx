import { useRef } from 'react';
import { QueryClientProvider, queryClient } from 'shared-contracts/query';
import { MenuContext } from 'shared-contracts/remote';
import { BrowserRouter, Navigate, useLocation } from 'shared-contracts/router';
import { Boundary } from '../boundary/boundary';
import { LastingBoundary } from '../boundary/lasting-boundary';
import { Layout } from '../chrome/layout';
import { useEntriesOfRemotes } from '../menu/menu-entries';
import { useOpenedNotice } from '../offline/use-opened-notice';
import { usePushReply } from '../offline/use-push-reply';
import { useReleaseAtNavigation } from '../releases/next-release';
import type { Remotes } from '../remotes/remotes-context';
import { RemotesProvider } from '../remotes/remotes-provider';
import { useRouteTexts } from '../remotes/route-texts';
import { blameFor } from '../reporting/describe-error';
import { RoutesContext } from '../routes/routes-context';
import { matchRoute, type RouteMatch, type ShellRoute } from '../routes/shell-route';
import { ErrorScreen } from './error.screen';
import { GuardedPage } from './guarded-page';
import { notFoundScreen } from './own-screens';
import { useActiveVenue } from './use-active-venue';
import { usePageChange } from './use-page-change';
import { useSessionNavigation } from './use-session-navigation';

interface AppProps {
  remotes: Remotes;
  /** Every page, in the order in which they are matched. */
  routes: readonly ShellRoute[];
}

/** The shell: the page of the address with the chrome around it. Expects provideShell to have run. */
export function App({ remotes, routes }: AppProps) {
  return (
    <Boundary fallback={() => <ErrorScreen onRetry={() => window.location.reload()} />}>
      <QueryClientProvider client={queryClient()}>
        <RemotesProvider remotes={remotes}>
          {/* No transitions: a sign-out changes session and address in one render. */}
          <BrowserRouter useTransitions={false}>
            <Pages remotes={remotes} routes={routes} />
          </BrowserRouter>
        </RemotesProvider>
      </QueryClientProvider>
    </Boundary>
  );
}

function Pages({ remotes, routes }: AppProps) {
  const location = useLocation();
  const { pathname } = location;
  const match = matchRoute(routes, pathname);
  const route = match?.route;
  const main = useRef<HTMLElement>(null);
  useSessionNavigation(route);
  useRouteTexts();
  usePageChange(route?.title() ?? '', main);
  const isLeaving = useReleaseAtNavigation(pathname);
  useOpenedNotice();
  usePushReply();

  return (
    <RoutesContext value={routes}>
      <MenuContext value={useEntriesOfRemotes}>
        <ActiveVenue match={match} />
        <Layout route={route} main={main}>
          <LastingBoundary
            id={isLeaving ? undefined : pathname}
            owner={route?.source?.remote}
            resetKey={location.key}
            fallback={(retry) => <ErrorScreen onRetry={retry} />}
            onError={(error, owner) => {
              const remote = blameFor(error)?.part ?? owner;
              if (remote !== undefined) remotes.onRenderError?.(remote, error, true);
            }}
          >
            {pathname.includes('//') ? (
              <Navigate to={{ ...location, pathname: pathname.replace(/\/{2,}/g, '/') }} replace />
            ) : route ? (
              <GuardedPage route={route} />
            ) : (
              notFoundScreen
            )}
          </LastingBoundary>
        </Layout>
      </MenuContext>
    </RoutesContext>
  );
}

/** This is a component of its own, so that the arrival of a venue does not render the page again. */
function ActiveVenue({ match }: { match: RouteMatch | undefined }) {
  useActiveVenue(match);
  return null;
}
