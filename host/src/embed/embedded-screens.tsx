/** The screens of one remote in a page of another site, without chrome and with a router of their own. */
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { type AuthMode, useShell } from 'shared-contracts/events';
import { MemoryRouter, Route, Routes, useLocation, useParams } from 'shared-contracts/router';
import { startSession } from 'shared-contracts/session';
import { site } from 'shared-contracts/site';
import { FailedState, LinkText, Page } from 'shared-contracts/ui';
import { LastingBoundary } from '../boundary/lasting-boundary';
import { type RemoteRoute, routesOf } from '../releases/snapshot';
import { RemoteScreen } from '../remotes/remote-screen';
import { useRemotes } from '../remotes/remotes-context';
import { textsOf } from '../remotes/route-texts';
import { AuthForm, authText, authTitle } from '../sign-in/auth-form';
import { startingContext } from '../sign-in/sign-in';
import { SignInCard } from '../sign-in/sign-in-card';
import { rich } from '../words';

export interface EmbeddedScreensProps {
  /** Path of the first screen. */
  path: string;
  /** Opens an address of the Foodhall that is no screen of this remote. */
  leave?: (address: string) => void;
}

export function EmbeddedScreens({ path, leave = (address) => window.location.assign(address) }: EmbeddedScreensProps) {
  const { snapshot, site: origin } = useRemotes();
  const { routes } = routesOf(snapshot);

  // Links have paths of the Foodhall, not of this site: a new tab needs the whole address.
  const openElsewhere = (event: MouseEvent) => {
    // The right button opens the browser's own menu.
    if (event.button > 1) return;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const path = event.target instanceof Element ? event.target.closest('a[href^="/"]')?.getAttribute('href') : null;
    if (isPlain || !path) return;
    event.preventDefault();
    window.open(new URL(path, origin), '_blank', 'noopener');
  };

  return (
    <div onClickCapture={openElsewhere} onAuxClickCapture={openElsewhere}>
      <MemoryRouter useTransitions={false} initialEntries={[path]}>
        <InBoundary>
          <Routes>
            {routes.map((route) => (
              <Route key={route.path} path={route.path} element={<EmbeddedScreen route={route} />} />
            ))}
            <Route path="*" element={<Elsewhere leave={leave} />} />
          </Routes>
        </InBoundary>
      </MemoryRouter>
    </div>
  );
}

/** Catches what a screen's cleanup throws at a change of address or at the end of a session. */
function InBoundary({ children }: { children: ReactNode }) {
  const { snapshot, onRenderError } = useRemotes();
  const { pathname } = useLocation();
  const isSignedIn = useShell((state) => state.session !== null);
  const [remote = ''] = Object.keys(snapshot.remotes);
  return (
    <LastingBoundary
      id={`${pathname} ${isSignedIn}`}
      fallback={(retry) => <FailedState onRetry={retry} />}
      onError={(error) => onRenderError?.(remote, error, true)}
    >
      {children}
    </LastingBoundary>
  );
}

function EmbeddedScreen({ route }: { route: RemoteRoute }) {
  const session = useShell((state) => state.session);
  return route.guard === 'signed-in' && !session ? <SignIn route={route} /> : <RemoteScreen route={route} />;
}

/**
 * The sign-in forms in place of the screen. They are sent to the Foodhall's API. Scripts of the embedding site can
 * read what is typed, and the session that follows: CORS_ORIGINS names only sites that may hold their visitors' sessions.
 */
function SignIn({ route }: { route: RemoteRoute }) {
  const [mode, setMode] = useState<AuthMode>('Login');
  const params = useParams();
  return (
    <SignInCard title={authTitle(mode)} text={authText(mode)}>
      <AuthForm
        mode={mode}
        onModeChange={setMode}
        onSignedIn={(body) =>
          startSession(
            body,
            startingContext(body.data, { route: { ...route, ...textsOf(route, undefined), element: <></> }, params }),
          )
        }
      />
    </SignInCard>
  );
}

/** Opens an address that is not a screen of this remote in the Foodhall itself. */
function Elsewhere({ leave }: { leave: (address: string) => void }) {
  const { site: origin } = useRemotes();
  const { pathname, search } = useLocation();
  const { href } = new URL(pathname + search, origin);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every address
  useEffect(() => {
    leave(href);
  }, [href]);
  return (
    <Page>
      <p>
        {rich('This is on {brand}: <link>{address}</link>', {
          brand: site().brand,
          address: href,
          link: (text) => (
            <LinkText key="link" href={href}>
              {text}
            </LinkText>
          ),
        })}
      </p>
    </Page>
  );
}
