/**
 * Creates the instances that shell and remotes share: event store, query client, API client. It runs before any remote.
 */
import { type ApiErrorShape, createClient, provideClient } from 'shared-contracts/client';
import { createEventStore, type EventStore, provideEventStore } from 'shared-contracts/events';
import { createQueryClient, provideQueryClient } from 'shared-contracts/query';
import { endSession, sessionToken, storedSession } from 'shared-contracts/session';
import { provideSite } from 'shared-contracts/site';
import type { SiteConfig } from 'shared-contracts/types';
import { noteIdleEnd } from '../sign-in/idle-end';
import { storeDestination, storedDestination } from './destination';

/** The broadcast channel of session and cart between the tabs of one browser. */
const TABS = 'foodhall';

export interface ShellOptions {
  config: SiteConfig;
  socketId: () => string | undefined;
}

export function provideShell({ config, socketId }: ShellOptions): EventStore {
  provideSite(config);
  const store = createEventStore({
    initial: {
      ...storedDestination(),
      session: storedSession(),
    },
    tabs: 'BroadcastChannel' in window ? new BroadcastChannel(TABS) : undefined,
  });
  provideEventStore(store);
  storeDestination();
  provideQueryClient(createQueryClient());
  provideClient(
    createClient({
      baseUrl: config.api,
      token: sessionToken,
      socketId,
      onUnauthorized: endRefusedSession,
      onProofRequired,
    }),
  );
  return store;
}

/** A 401 ends the session of its request. A late response to a request of an earlier session does not end this one. */
export function endRefusedSession(token: string | undefined, code: string): void {
  if (token === undefined || token !== sessionToken()) return;
  if (code === 'SESSION_IDLE') noteIdleEnd();
  endSession('expired');
}

/** Few pages ever ask for a second factor. Without its code the request fails as it did. */
async function onProofRequired(error: ApiErrorShape): Promise<boolean> {
  const load = import(/* webpackChunkName: "second-factor" */ '../second-factor/ask-for-proof');
  return load.then(
    ({ askForProof }) => askForProof(error),
    () => false,
  );
}
