import 'shared-contracts/ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { provideShell } from './app/provide-shell';
import { watchSession } from './app/watch-session';
import type { Boot } from './boot';
import { type Realtime, startRealtime } from './realtime/realtime';

/** Provides what remotes build on, then shows the shell inside `element`. */
export function startShell(element: Element, { config, remotes }: Boot): void {
  let realtime: Realtime | undefined;
  provideShell({ config, socketId: () => realtime?.socketId() });
  realtime = startRealtime();
  watchSession();
  document.title = config.brand;
  window.history.scrollRestoration = 'manual';
  createRoot(element).render(<App remotes={remotes} />);
}
