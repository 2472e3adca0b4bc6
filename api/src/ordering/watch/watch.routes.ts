/** The routes of the watch: reports of a kitchen's page, the settings, and the hall's lists. */

import { noContent } from 'core/http/bodies';
import { idParameter } from 'core/http/id-parameter';
import type { App } from 'core/http/scope';
import { allow } from 'core/policy/require-policies';
import { Rounds } from 'core/workers';
import {
  one,
  seenOrdersSchema,
  venueWatchChangeSchema,
  venueWatchSchema,
  watchSettingsSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule, Deps } from '../../deps';
import { handleWatchEmails } from './notices';
import { markSeenOnScreen, noteHeard } from './seen';
import { setStopsSilentStalls, setWatchSettings, watchSettings } from './settings.command';
import { venueWatch } from './venue-watch.query';
import { Watch } from './watch';

const ROUND_MS = 10_000;
const params = z.object({ id: idParameter });

export const watchModule: ApiModule = (app, deps) => {
  handleWatchEmails(deps);
  const watch = new Watch(deps);
  deps.workers.add(new Rounds({ name: 'watch', everyMs: ROUND_MS, log: deps.log, run: () => watch.runRound() }));
  registerVendors(app, deps);
  registerVenues(app, deps);
};

function registerVendors(app: App, { db, outbox, clock }: Deps): void {
  app.post(
    '/vendors/:id/seen',
    { config: { policy: 'staff' }, schema: { params, body: seenOrdersSchema, response: { 204: noContent } } },
    async (request, reply) => {
      const vendorId = request.params.id;
      allow(request, { vendorId });
      const { order_ids: orderIds } = request.body;
      const now = clock.now();
      await noteHeard(db, vendorId, now);
      if (orderIds.length > 0) {
        await outbox.transaction((trx) => markSeenOnScreen(trx, { vendorId, orderIds, now }));
      }
      return reply.status(204).send();
    },
  );

  const response = { 200: one(watchSettingsSchema) };
  app.get('/vendors/:id/watch', { config: { policy: 'owner' }, schema: { params, response } }, async (request) => {
    const vendorId = request.params.id;
    allow(request, { vendorId });
    return { data: await watchSettings(db, vendorId) };
  });

  app.put(
    '/vendors/:id/watch',
    { config: { policy: 'owner' }, schema: { params, body: watchSettingsSchema, response } },
    async (request) => {
      const vendorId = request.params.id;
      const { user } = allow(request, { vendorId });
      await setWatchSettings(db, { vendorId, settings: request.body, actorId: user.id });
      return { data: await watchSettings(db, vendorId) };
    },
  );
}

function registerVenues(app: App, { db, outbox, clock }: Deps): void {
  const response = { 200: one(venueWatchSchema) };
  app.get('/venues/:id/watch', { config: { policy: 'operator' }, schema: { params, response } }, async (request) => {
    const venueId = request.params.id;
    allow(request, { venueId });
    return { data: await venueWatch(db, venueId, clock.now()) };
  });

  app.put(
    '/venues/:id/watch',
    { config: { policy: 'operator' }, schema: { params, body: venueWatchChangeSchema, response } },
    async (request) => {
      const venueId = request.params.id;
      const { user } = allow(request, { venueId });
      await setStopsSilentStalls(outbox, { venueId, isOn: request.body.stops_silent_stalls, actorId: user.id });
      return { data: await venueWatch(db, venueId, clock.now()) };
    },
  );
}
