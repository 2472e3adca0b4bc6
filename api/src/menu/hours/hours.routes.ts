/** A stall's weekly schedule and its exceptions. The switch is part of `PUT /vendors/:id`. */

import { conflictWith } from 'core/errors';
import { idParameter } from 'core/http/id-parameter';
import { requireUser } from 'core/http/session';
import { allow } from 'core/policy/require-policies';
import { one, openingHoursChangeSchema, openingHoursSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { socketIdOf } from '../../messages/realtime/events';
import { hoursOf } from './hours.repository';
import { setHours } from './set-hours.command';

const params = z.object({ id: idParameter });
const response = { 200: one(openingHoursSchema), 409: conflictWith(openingHoursSchema) };

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
};
