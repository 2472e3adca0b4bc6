/** A thin shell for one remote alone: in another site, or while a team works on it. It has no chrome and no sign-in. */
import { createRoot } from 'react-dom/client';
import { createClient, provideClient } from 'shared-contracts/client';
import { createEventStore, provideEventStore } from 'shared-contracts/events';
import { createQueryClient, provideQueryClient, QueryClientProvider } from 'shared-contracts/query';
import { MemoryRouter, Route, Routes } from 'shared-contracts/router';
import { endSession, sessionToken, startSession, storedSession } from 'shared-contracts/session';
import type { AuthContext, SignedIn } from 'shared-contracts/types';
import { boot } from '../boot';
import { routesOf } from '../remotes/registry';
import { RemoteScreen } from '../remotes/remote-screen';
import { RemotesProvider } from '../remotes/remotes-provider';

export interface MountOptions {
  /** Origin of the Foodhall whose registry, API and parts are used: 'https://foodhall.example'. */
  site: string;
  /** Name of the remote: 'vendor-tools'. */
  remote: string;
  /** Path of one of the remote's routes: '/your-items/7'. */
  path: string;
  /** Who is signed in, and as what; left out, what this browser remembers. */
  session?: SignedIn & { context?: AuthContext };
  /** The API refused the token: the session has ended, and the site around decides what to do. */
  onSessionEnded?: () => void;
}

/**
 * Shows one remote inside `element`.
 * @returns the way to take it away again
 * @throws when the site's configuration or registry cannot be had. A remote that cannot be loaded is not an error here:
 *   its place says so and offers Try Again.
 */
export async function mountRemote(element: Element, options: MountOptions): Promise<() => void> {
  const { site, remote, path, session, onSessionEnded } = options;
  const { config, remotes } = await boot(site);
  if (session) startSession(session, session.context);
  const store = createEventStore({ initial: { session: storedSession() } });
  const queries = createQueryClient();
  provideEventStore(store);
  provideQueryClient(queries);
  provideClient(
    createClient({
      baseUrl: new URL(config.api, site).href,
      token: sessionToken,
      socketId: () => undefined,
      onUnauthorized: () => {
        endSession('expired');
        onSessionEnded?.();
      },
    }),
  );
  const routes = routesOf(remotes.snapshot).routes.filter((route) => route.remote === remote);
  const root = createRoot(element);
  root.render(
    <RemotesProvider remotes={remotes}>
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            {routes.map((route) => (
              <Route key={route.path} path={route.path} element={<RemoteScreen route={route} />} />
            ))}
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </RemotesProvider>,
  );
  return () => {
    root.unmount();
    store.close();
    queries.clear();
  };
}
