/** The weekly schedule and the exceptions of a stall and of a hall. The switch of a stall is part of `PUT /vendors/:id`. */

import { conflictWith } from 'core/errors';
import { idParameter } from 'core/http/id-parameter';
import { requireUser } from 'core/http/session';
import { allow } from 'core/policy/require-policies';
import { hallHoursSchema, one, openingHoursChangeSchema, openingHoursSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { socketIdOf } from '../../messages/realtime/events';
import { hallHoursOf, hoursOf } from './hours.repository';
import { setHallHours, setHours } from './set-hours.command';

const params = z.object({ id: idParameter });
const response = { 200: one(openingHoursSchema), 409: conflictWith(openingHoursSchema) };
const hallResponse = { 200: one(hallHoursSchema), 409: conflictWith(hallHoursSchema) };

export const hoursModule: ApiModule = (app, { db, outbox }) => {
  app.get('/vendors/:id/hours', { config: { policy: 'staff' }, schema: { params, response } }, async (request) => {
    const vendorId = request.params.id;
    allow(request, { vendorId });
    return { data: await hoursOf(db, vendorId) };
  });

  app.put(
    '/vendors/:id/hours',
    { config: { policy: 'owner' }, schema: { params, body: openingHoursChangeSchema, response } },
    async (request) => {
      const vendorId = request.params.id;
      allow(request, { vendorId });
      const { schedule, version } = request.body;
      const actorId = requireUser(request).user.id;
      const exceptSocketId = socketIdOf(request);
      return { data: await setHours(outbox, { vendorId, actorId, schedule, version, exceptSocketId }) };
    },
  );

  app.get(
    '/venues/:id/hours',
    { config: { policy: 'operator' }, schema: { params, response: hallResponse } },
    async (request) => {
      const venueId = request.params.id;
      allow(request, { venueId });
      return { data: await hallHoursOf(db, venueId) };
    },
  );

  app.put(
    '/venues/:id/hours',
    { config: { policy: 'operator' }, schema: { params, body: openingHoursChangeSchema, response: hallResponse } },
    async (request) => {
      const venueId = request.params.id;
      const { user } = allow(request, { venueId });
      const { schedule, version } = request.body;
      const exceptSocketId = socketIdOf(request);
      return { data: await setHallHours(outbox, { venueId, actorId: user.id, schedule, version, exceptSocketId }) };
    },
  );
};
