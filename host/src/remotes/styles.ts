/**
 * A remote's styles apply while one of its screens or slots is shown. Its sheets stay in the page and are disabled meanwhile: an
 * enabled sheet applies at once and without a request, so the screen comes back without a flash.
 */
import type { RemoteRelease } from 'releases/model/schemas';
import type { Snapshot } from '../releases/snapshot';

/** The styles of one release, by the address of its folder. */
interface Sheets {
  remote: string;
  /** How many boundaries show a screen or slot of it. */
  shown: number;
}

const releases = new Map<string, Sheets>();

const folderOf = ({ path }: Pick<RemoteRelease, 'path'>, site: string) => new URL(path, site).href;

/**
 * From now on, styles of these remotes apply only while they are held.
 * @param site origin that serves the remotes' files
 */
export function watchStyles({ remotes }: Pick<Snapshot, 'remotes'>, site: string): void {
  for (const [remote, release] of Object.entries(remotes)) {
    const folder = folderOf(release, site);
    if (!releases.has(folder)) releases.set(folder, { remote, shown: 0 });
  }
  // A style that a first screen brought inside the page has the address of the file that it replaces. The runtime of the remote's build
  // finds it by the whole address, and does not request the file.
  for (const { dataset } of document.querySelectorAll<HTMLElement>('style[data-remote]')) {
    dataset.href = new URL(dataset.href as string, site).href;
  }
  // A load event does not bubble. The one function is added once, however often this is called.
  document.addEventListener('load', styleArrived, true);
}

/** Disables a style that was preloaded on another page, or that arrived after its screen was left. */
function styleArrived({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
  const [folder, sheets] = [...releases].find(([folder]) => target.href.startsWith(folder)) ?? [];
  if (folder && sheets) toggle(target, folder, sheets);
}

/** The chunk of a remote's own copy of the primitives (webpack.shared.js): another remote may use that copy. */
const PRIMITIVES = /^ui\./;

/** All styles of a remote apply while any of its screens is shown, since a screen may later request a file that another screen has too. */
function toggle({ sheet, href = '' }: HTMLLinkElement, folder: string, { shown }: Sheets): void {
  if (sheet) sheet.disabled = shown === 0 && !PRIMITIVES.test(href.slice(folder.length));
}

/** Finds the links of a remote by their folder. Styles inside the page are found by its name, since they may be of another release. */
function applyTo(folder: string, sheets: Sheets): void {
  const all = `[rel="stylesheet"], style[data-remote="${sheets.remote}"]`;
  for (const element of document.querySelectorAll<HTMLLinkElement>(all)) {
    if (!element.href || element.href.startsWith(folder)) toggle(element, folder, sheets);
  }
}

/** The styles of this remote apply until the returned function is called. */
export function holdStyles(release: RemoteRelease, site: string): () => void {
  const folder = folderOf(release, site);
  const sheets = releases.get(folder);
  if (!sheets) return () => {};
  sheets.shown += 1;
  applyTo(folder, sheets);
  return () => {
    sheets.shown -= 1;
    // The next screen of the remote may be mounted in the same commit: then nothing is disabled in between.
    queueMicrotask(() => applyTo(folder, sheets));
  };
}
