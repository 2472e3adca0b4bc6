/** Puts the panel beside the shell, in a root of its own: nothing that it does can take the shell down. */
import { createRoot, type Root } from 'react-dom/client';
import { readInlinedSnapshot } from '../releases/registry-source';
import type { Remotes } from '../remotes/remotes-context';
import { DevtoolsPanel } from './devtools-panel';

let shown: { root: Root; element: Element; cameFrom: Element | null } | undefined;

function close(): void {
  if (!shown) return;
  const { root, element, cameFrom } = shown;
  shown = undefined;
  root.unmount();
  element.remove();
  if (cameFrom instanceof HTMLElement) cameFrom.focus();
}

/** Opens the panel; when it is open, closes it. */
export function toggleDevtools(remotes: Remotes): void {
  if (shown) {
    close();
    return;
  }
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  shown = { root, element, cameFrom: document.activeElement };
  // A static host, or another site, has no registry in its page: there everything is of an unknown source.
  const text = readInlinedSnapshot()?.text;
  const registry = text === undefined ? undefined : JSON.parse(text);
  root.render(<DevtoolsPanel remotes={remotes} registry={registry} onClose={close} />);
}
