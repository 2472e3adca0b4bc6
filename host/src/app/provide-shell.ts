/** Makes the instances that every part of the page shares: event store, query client, API client. Before any remote runs. */
import { createClient, provideClient } from 'shared-contracts/client';
import { createEventStore, type EventStore, provideEventStore } from 'shared-contracts/events';
import { createQueryClient, provideQueryClient } from 'shared-contracts/query';
import { endSession, sessionToken, storedSession } from 'shared-contracts/session';
import { provideSite } from 'shared-contracts/site';
import type { SiteConfig } from 'shared-contracts/types';
import { keepVisit, storedVisit } from './visit';

/** The channel on which the tabs of one browser tell each other of the session and the cart. */
const TABS = 'foodhall';

export interface ShellOptions {
  config: SiteConfig;
  socketId: () => string | undefined;
}

export function provideShell({ config, socketId }: ShellOptions): EventStore {
  provideSite(config);
  const store = createEventStore({
    initial: {
      ...storedVisit(),
      session: storedSession(),
    },
    tabs: 'BroadcastChannel' in window ? new BroadcastChannel(TABS) : undefined,
  });
  provideEventStore(store);
  keepVisit();
  provideQueryClient(createQueryClient());
  provideClient(
    createClient({ baseUrl: config.api, token: sessionToken, socketId, onUnauthorized: endRefusedSession }),
  );
  return store;
}

/**
 * A 401 ends the session that it was about. A late answer to a request of an earlier session says nothing about the
 * one that runs now.
 */
export function endRefusedSession(token: string | undefined): void {
  if (token !== undefined && token === sessionToken()) endSession('expired');
}
