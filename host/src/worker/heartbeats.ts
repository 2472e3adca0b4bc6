/**
 * Notices that a page no longer responds: a remote that loops for ever freezes it, and no code of the page can say so.
 * The page tells this worker every few seconds that it runs. If the messages of a visible page stop, the release whose
 * code ran is reported, and this browser's next page gets another one.
 */
import { DEMOTIONS_COOKIE, demotionsWith, WEEK_SECONDS } from 'releases/model/cohort';
import type { Report } from 'shared-contracts/types';
import { scope } from './scope';

/** How long a page may be silent, in seconds: several heartbeats. */
const SILENT_S = 10;
const REPORTS = '/api/v1/reports';

/** The last heartbeat of each page, by id of its client. */
const last = new Map<string, symbol>();

/**
 * Resolves when the next heartbeat has come, or was missed.
 * @param client id of the page
 * @param release 'catalog@1.0.0-3f9a01c2', whose code the page runs
 */
export async function awaitNext(client: string, release: string): Promise<void> {
  const own = Symbol();
  last.set(client, own);
  // The wait is in steps, since the time in which a device sleeps does not count.
  for (let second = 0; second < SILENT_S; second += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (last.get(client) !== own) return;
  }
  last.delete(client);
  // Only the pages that this worker still controls: once the browser has unregistered or replaced this worker, the page's heartbeats go
  // elsewhere or nowhere, and its silence says nothing.
  const page = (await scope.clients.matchAll()).find(({ id }) => id === client);
  if (page?.visibilityState === 'visible') await Promise.all([demote(release), report(release)]);
}

/** The page is hidden, left, or waits for a dialog of the browser. */
export function rest(client: string): void {
  last.delete(client);
}

async function demote(release: string): Promise<void> {
  const { cookieStore } = scope;
  // Older browsers keep the release until it is rolled back.
  if (!cookieStore) return;
  const cookie = await cookieStore.get(DEMOTIONS_COOKIE);
  const value = demotionsWith(release, cookie ? `${cookie.name}=${cookie.value}` : '');
  const expires = Date.now() + WEEK_SECONDS * 1000;
  await cookieStore.set({ name: DEMOTIONS_COOKIE, value, path: '/', sameSite: 'lax', expires });
}

async function report(release: string): Promise<void> {
  const [part = '', version = ''] = release.split('@');
  const message = `The page did not respond for ${SILENT_S} s.`;
  const body: Report = { entries: [{ type: 'error', part, version, kind: 'unhandled', message }] };
  const headers = { 'content-type': 'application/json' };
  await fetch(REPORTS, { method: 'POST', credentials: 'omit', headers, body: JSON.stringify(body) }).catch(() => {});
}
