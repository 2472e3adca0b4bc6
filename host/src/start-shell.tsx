import { createRoot } from 'react-dom/client';
import { createClient, provideClient } from 'shared-contracts/client';
import { createQueryClient, provideQueryClient, QueryClientProvider } from 'shared-contracts/query';
import { BrowserRouter, Route, Routes } from 'shared-contracts/router';
import { sessionToken } from 'shared-contracts/session';
import type { Boot } from './boot';
import { routesOf } from './remotes/registry';
import { RemoteScreen } from './remotes/remote-screen';
import { RemotesProvider } from './remotes/remotes-context';

/** Shows the shell inside `element`. Guards, chrome and sign-in come here. */
export function startShell(element: Element, { config, remotes }: Boot): void {
  const queries = createQueryClient();
  provideQueryClient(queries);
  provideClient(
    createClient({
      baseUrl: config.api,
      token: sessionToken,
      socketId: () => undefined,
      onUnauthorized: () => {},
    }),
  );
  createRoot(element).render(
    <RemotesProvider remotes={remotes}>
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <Routes>
            {routesOf(remotes.snapshot).routes.map((route) => (
              <Route key={route.path} path={route.path} element={<RemoteScreen route={route} />} />
            ))}
          </Routes>
        </BrowserRouter>
      </QueryClientProvider>
    </RemotesProvider>,
  );
}
