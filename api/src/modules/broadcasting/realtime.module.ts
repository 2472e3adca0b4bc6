/** The way of an event from the outbox to browsers. */
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps';
import { addressBehind } from '../../plugins/client-address';
import { attachEngine } from '../../realtime/attach-engine';
import { handleEvents } from './event.handler';

type RealtimeDeps = Pick<Deps, 'config' | 'realtime' | 'outbox' | 'workers'>;

export function realtimeModule(app: FastifyInstance, { config, realtime, outbox, workers }: RealtimeDeps): void {
  handleEvents(outbox, realtime.broadcaster);
  workers.add(outbox);
  attachEngine(app, realtime, (request) => addressBehind(request, config.trustedProxies));
}
