/** Shows the panel beside the shell, in a root of its own: an error of the panel cannot break the shell. */
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

/** Opens the panel, or closes it if it is open. */
export function toggleDevtools(remotes: Remotes): void {
  if (shown) {
    close();
    return;
  }
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  shown = { root, element, cameFrom: document.activeElement };
  // The page of a static host, or of another site, contains no registry: every source is unknown.
  const text = readInlinedSnapshot()?.text;
  const registry = text === undefined ? undefined : JSON.parse(text);
  root.render(<DevtoolsPanel remotes={remotes} registry={registry} onClose={close} />);
}
