/** Tells the worker that this page responds, and whose code it runs (worker/heartbeats.ts). */
import type { ToWorker } from '../worker/messages';
import type { Snapshot } from './snapshot';

const EVERY_MS = 2_000;

/** 'catalog@1.0.0-3f9a01c2': the screen of the page. */
let shown: string | undefined;
let isBeating = false;

function send(message: ToWorker): void {
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage(message);
}

function sendAlive(release: string | undefined): void {
  if (release && document.visibilityState === 'visible') send({ type: 'alive', release });
}

/** @param release the one whose code is about to run. If that code never ends, this is the page's last message */
export function runsNext(release: string): void {
  sendAlive(release);
  // The heartbeat starts with the first message, since the worker waits for the next one.
  if (isBeating || !('serviceWorker' in navigator)) return;
  isBeating = true;
  const beat = () => sendAlive(shown ?? release);
  const rest = () => send({ type: 'resting' });
  setInterval(beat, EVERY_MS);
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'visible' ? beat() : rest()));
  window.addEventListener('pagehide', rest);
  // A dialog for printing stops the page while it is open.
  window.addEventListener('beforeprint', rest);
}

/** From now on the screen of the page belongs to this release. */
export function showsRelease(release: string): void {
  if (release === shown) return;
  shown = release;
  runsNext(release);
}

export const releaseNameOf = ({ remotes }: Pick<Snapshot, 'remotes'>, remote: string): string | undefined =>
  remotes[remote] && `${remote}@${remotes[remote].version}`;
