/** Connects the outbox to the browsers: handles events and attaches the engine. */

import type { Clock } from 'core/clock';
import type { Config } from 'core/config';
import type { Db } from 'core/database/kysely';
import type { Notifications } from 'core/database/notifications';
import type { OpenDatabase } from 'core/database/pool';
import { addressBehind } from 'core/http/client-address';
import type { Log } from 'core/log';
import { Rounds, type Workers } from 'core/workers';
import type { FastifyInstance } from 'fastify';
import type { Outbox } from '../outbox/outbox';
import { attachEngine } from './attach-engine';
import { broadcastOver, handleEvents } from './event.handler';
import { endLapsedListeners } from './listener-check';
import { EventReader, followSessions } from './peers';
import type { Realtime } from './realtime';

const LISTENER_CHECK_MS = 30_000;

interface RealtimeDeps {
  clock: Clock;
  config: Config;
  realtime: Realtime;
  outbox: Outbox;
  workers: Workers;
  db: Db;
  engine: OpenDatabase['engine'];
  notifications: Notifications;
  log: Log;
}

export async function realtimeModule(app: FastifyInstance, deps: RealtimeDeps): Promise<void> {
  const { config, realtime, outbox, workers, db, notifications } = deps;
  const { engine } = realtime;
  // Only this process uses the embedded database.
  const reader = engine !== null && deps.engine === 'postgres' ? new EventReader(db, engine, deps.log) : null;
  handleEvents(outbox, reader ? (message, id) => reader.announce(message, id) : broadcastOver(realtime.broadcaster));
  workers.add(outbox);
  if (!engine) return;
  const check = new Rounds({
    name: 'listener check',
    everyMs: LISTENER_CHECK_MS,
    log: deps.log,
    run: () => endLapsedListeners(deps),
  });
  workers.add(check);
  const stops = [await followSessions(engine, notifications, () => check.wake())];
  if (reader) stops.push(await reader.start(notifications));
  app.addHook('onClose', async () => {
    for (const stop of stops) stop();
  });
  attachEngine(app, realtime, {
    addressOf: (request) => addressBehind(request, config.trustedProxies),
  });
}
