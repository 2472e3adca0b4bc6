/**
 * The page of `foodhall-remote dev --mock`: the screens and slots of a remote with the data of its src/testing/mock.ts, and without a site. It is
 * no shell: it has no menus, guards or roles, and talks to no server. webpack replaces the three modules of the remote.
 */
import 'shared-contracts/ui/tokens.css';
import 'shared-contracts/ui/base.css';
import definition from 'own-remote/definition';
import manifest from 'own-remote/manifest';
import * as mock from 'own-remote/mock';
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { provideClient } from 'shared-contracts/client';
import { createEventStore, provideEventStore, useShell } from 'shared-contracts/events';
import { createQueryClient, provideQueryClient, QueryClientProvider } from 'shared-contracts/query';
import type { Mount } from 'shared-contracts/remote';
import { BrowserRouter, Link, Route, Routes, useLocation, useNavigate, useParams } from 'shared-contracts/router';
import { provideSite } from 'shared-contracts/site';
import { Page } from 'shared-contracts/ui';

const queries = createQueryClient();
provideSite(mock.site);
provideEventStore(createEventStore(mock.state ? { initial: mock.state } : {}));
provideClient(mock.api);
provideQueryClient(queries);

function Mounted({ mount }: { mount: Mount }) {
  const element = useRef<HTMLDivElement>(null);
  const params = useParams();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address shows another component
  useLayoutEffect(() => {
    if (element.current) return mount(element.current, { params, navigate: (path) => void navigate(path) });
  }, [mount]);
  return <div ref={element} />;
}

type Load = () => Promise<{ Screen?: ComponentType; Slot?: ComponentType; mount?: Mount }>;

const shown = (id: string, load: Load | undefined, name: 'Screen' | 'Slot'): ComponentType =>
  lazy(async () => {
    const module = await load?.();
    const { mount } = module ?? {};
    const own = module?.[name] ?? (mount && (() => <Mounted mount={mount} />));
    if (!own) throw new Error(`src/remote.ts has no '${id}', or its file exports neither ${name} nor mount.`);
    return { default: own };
  });

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override state: { error: Error | null } = { error: null };

  override render() {
    const { error } = this.state;
    return error ? <p role="alert">It threw '{error.message}'.</p> : this.props.children;
  }
}

const screens = manifest.routes.map(({ path, screen }) => ({
  path,
  Shown: shown(screen, definition.screens[screen], 'Screen'),
}));
const slots = manifest.slots.map(({ slot, module }) => ({
  path: `/slots/${slot}/${module}`,
  slot,
  Shown: shown(module, definition.slots?.[module], 'Slot'),
}));

/** Lists the screens and slots. A route with parameters is opened by its address. */
function Ways() {
  return (
    <Page>
      <h1>{manifest.name}</h1>
      <p>The data are those of src/testing/mock.ts. There is no site behind this page.</p>
      <ul>
        {screens.map(({ path }) => (
          <li key={path}>{path.includes(':') ? path : <Link to={path}>{path}</Link>}</li>
        ))}
        {slots.map(({ path, slot }) => (
          <li key={path}>
            <Link to={path}>The slot {slot}</Link>
          </li>
        ))}
        <li>
          <a href="/gallery">Every primitive in every state</a>
        </li>
      </ul>
    </Page>
  );
}

/** The page of an address, in a boundary of its own, below the notice that it has shown last. */
function Pages() {
  const { pathname } = useLocation();
  const toast = useShell((state) => state.toast);
  const hasOwnStart = screens.some(({ path }) => path === '/');
  return (
    <>
      {toast && <output>{toast.content}</output>}
      <Boundary key={pathname}>
        <Suspense fallback={<p>Loading…</p>}>
          <Routes>
            {[...screens, ...slots].map(({ path, Shown }) => (
              <Route key={path} path={path} element={<Shown />} />
            ))}
            <Route path={hasOwnStart ? '/ways' : '*'} element={<Ways />} />
          </Routes>
        </Suspense>
      </Boundary>
    </>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root.');
createRoot(root).render(
  <QueryClientProvider client={queries}>
    <BrowserRouter>
      <Pages />
    </BrowserRouter>
  </QueryClientProvider>,
);
