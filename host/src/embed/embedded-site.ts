/** The session, cache and socket that all remotes of a page share. Created once. */
import { createClient, provideClient } from 'shared-contracts/client';
import { createEventStore, provideEventStore } from 'shared-contracts/events';
import { provideLanguage } from 'shared-contracts/language';
import { keepLocalsUnder } from 'shared-contracts/local-keys';
import { createQueryClient, provideQueryClient } from 'shared-contracts/query';
import { sessionToken, storedSession } from 'shared-contracts/session';
import { provideSite } from 'shared-contracts/site';
import { endRefusedSession } from '../app/provide-shell';
import { watchSession } from '../app/watch-session';
import { boot } from '../boot';
import { languageFor } from '../load-words';
import { isSiteReachable, watchConnection } from '../offline/watch-connection';
import { type Realtime, startRealtime } from '../realtime/realtime';
import { createLiveCheck } from '../releases/live-check';
import type { Remotes } from '../remotes/remotes-context';
import { completeAddresses } from './addresses';

/** Prefix of every local key and channel: names such as 'token' belong to the embedding site. */
const PREFIX = 'foodhall.';

let opened: Promise<Remotes> | undefined;

/**
 * @param site origin of a Foodhall; a page has remotes of only one
 * @throws if its configuration or registry cannot be read, or is not what was released; the next call tries again
 */
export function openSite(site: string): Promise<Remotes> {
  const running = opened ?? open(new URL(site).origin);
  opened = running;
  running.catch(() => {
    if (opened === running) opened = undefined;
  });
  return running.then((remotes) => {
    if (remotes.site !== new URL(site).origin) {
      throw new Error(`This page has remotes of ${remotes.site} already; those of ${site} need a page of their own.`);
    }
    return remotes;
  });
}

async function open(site: string): Promise<Remotes> {
  // The embedding page decides, so that a remote is in one language with the words around it.
  const language = languageFor(document.documentElement.lang);
  provideLanguage(() => language);
  const { config, remotes, snapshotName, live } = await boot(site);
  void createLiveCheck(live)(snapshotName);
  const withAddresses = completeAddresses(site);
  const own = withAddresses.config(config);
  provideSite(own);
  keepLocalsUnder(PREFIX);
  const tabs = 'BroadcastChannel' in window ? new BroadcastChannel(`${PREFIX}tabs`) : undefined;
  provideEventStore(createEventStore({ initial: { session: storedSession() }, tabs }));
  provideQueryClient(createQueryClient());
  let realtime: Realtime | undefined;
  const client = createClient({
    baseUrl: own.api,
    token: sessionToken,
    socketId: () => realtime?.socketId(),
    onUnauthorized: endRefusedSession,
  });
  provideClient(withAddresses.client(client));
  watchConnection(isSiteReachable(site));
  realtime = startRealtime();
  watchSession();
  return remotes;
}
