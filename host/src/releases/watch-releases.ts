/**
 * An open page runs the snapshot that it was opened with. It learns of another one within a minute, and reloads at its
 * next navigation. It leaves a recalled version at once.
 */
import { shellState } from 'shared-contracts/events';
import { hasNewPage, leaveAtNavigation, setWaiting } from './next-release';
import type { Pointer } from './registry-source';
import { onReleaseNews } from './release-news';
import { type Reload, reloadOnceFor } from './reload';
import type { Snapshot } from './snapshot';

const POLL_MS = 45_000;
/** The server tells all pages at once, so each waits for a random part of this time. */
const SPREAD_MS = 2_000;

/**
 * The reason of a reload for a recalled version. A tab reloads once for each reason, so the reason names the snapshot too: a version
 * may be released and recalled several times.
 */
export const reloadReasonOfRecall = (version: string, current: string | undefined) => `recalled.${version} ${current}`;

export interface WatchOptions {
  snapshot: Snapshot;
  /** Name of the snapshot that the page was opened with. */
  snapshotName: string;
  /** Version of the shell that runs. */
  host: string;
  /** Rejects if the pointer is not signed. */
  fetchPointer: () => Promise<Pointer>;
  /** Tells whether a snapshot, by its name, is the verified live one. */
  isVerified: (name: string) => Promise<boolean>;
  reload?: Reload;
}

/**
 * Reads the pointer now, every 45 s while the page is visible, when it becomes visible, and when the server tells that another release is
 * live.
 * @returns a function that stops it
 */
export function watchReleases({
  snapshot,
  snapshotName,
  host,
  fetchPointer,
  isVerified,
  reload,
}: WatchOptions): () => void {
  const remotes = Object.entries(snapshot.remotes).map(([name, { version }]) => `${name}@${version}`);
  const running = [`host@${host}`, ...remotes];

  async function poll(): Promise<void> {
    if (document.visibilityState !== 'visible' || !shellState().connection.isOnline) return;
    try {
      const { current, recalled } = await fetchPointer();
      // The worker responds with its cached page, so it has to fetch the new one before a reload helps. Its message
      // about recalled versions may arrive before this page listens, so the page checks `recalled` itself.
      const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
      if (worker && current !== snapshotName && !(await hasNewPage(worker))) return;
      const recalledVersion = running.find((version) => recalled.includes(version));
      if (recalledVersion) await reloadOnceFor(reloadReasonOfRecall(recalledVersion, current), reload && { reload });
      // This comes last, since a page leaves a recalled version at once.
      const isLive = await isVerified(current);
      setWaiting(isLive && current !== snapshotName ? current : undefined);
    } catch (error) {
      console.warn('The registry could not be read', error);
      // Who keeps back the pointer may keep back more, and the visitor is told of it after a time.
      await isVerified(snapshotName);
    }
  }
  const pollNow = () => void poll();
  let news: ReturnType<typeof setTimeout> | undefined;
  const stopNews = onReleaseNews(() => {
    clearTimeout(news);
    news = setTimeout(pollNow, Math.random() * SPREAD_MS);
  });
  const timer = setInterval(pollNow, POLL_MS);
  document.addEventListener('visibilitychange', pollNow);
  pollNow();
  return () => {
    clearInterval(timer);
    clearTimeout(news);
    stopNews();
    document.removeEventListener('visibilitychange', pollNow);
    leaveAtNavigation(undefined);
    setWaiting(undefined);
  };
}
