/** The disputes of a hall's payments. Amounts on the wire are major units. */
import { idParameter } from 'core/http/id-parameter';
import { requireRecentProof } from 'core/policy/recent-proof';
import { allow } from 'core/policy/require-policies';
import { closedDisputeSchema, disputeSchema, disputesSchema, newDisputeSchema, one } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { withProviders } from '../providers/payment-deps';
import { findVenue } from '../reports/report-venue';
import { disputeOf, disputesOf } from './disputes.query';
import { closeDispute, enterDispute } from './enter-dispute.command';

const config = { policy: 'operator' } as const;
const byId = z.object({ id: idParameter });
const byDispute = byId.extend({ disputeId: idParameter });

export const disputesModule: ApiModule = (app, services) => {
  const deps = withProviders(services);
  const { db } = deps;
  app.get(
    '/venues/:id/disputes',
    {
      config,
      schema: {
        params: byId,
        querystring: z.object({
          /** The id of the last dispute of the page before. */
          before: idParameter.optional(),
          limit: z.coerce.number().int().min(1).max(100).default(30),
        }),
        response: { 200: disputesSchema },
      },
    },
    async (request) => {
      const venueId = request.params.id;
      allow(request, { venueId });
      const { before = null, limit } = request.query;
      return disputesOf(db, { venueId, beforeId: before, limit });
    },
  );

  app.get(
    '/venues/:id/disputes/:disputeId',
    { config, schema: { params: byDispute, response: { 200: one(disputeSchema) } } },
    async (request) => {
      const { id: venueId, disputeId } = request.params;
      allow(request, { venueId });
      return { data: await disputeOf(db, venueId, disputeId) };
    },
  );

  app.post(
    '/venues/:id/disputes',
    { config, schema: { params: byId, body: newDisputeSchema, response: { 201: one(disputeSchema) } } },
    async (request, reply) => {
      const { user } = allow(request, { venueId: request.params.id });
      requireRecentProof(request);
      const venue = await findVenue(db, request.params.id);
      const id = await enterDispute(deps, { venue, dispute: request.body, actorId: user.id });
      return reply.status(201).send({ data: await disputeOf(db, venue.id, id) });
    },
  );

  app.put(
    '/venues/:id/disputes/:disputeId',
    { config, schema: { params: byDispute, body: closedDisputeSchema, response: { 200: one(disputeSchema) } } },
    async (request) => {
      const { id: venueId, disputeId } = request.params;
      const { user } = allow(request, { venueId });
      requireRecentProof(request);
      await closeDispute(deps, { venueId, disputeId, closed: request.body, actorId: user.id });
      return { data: await disputeOf(db, venueId, disputeId) };
    },
  );
};
