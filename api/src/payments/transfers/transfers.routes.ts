/** The route by which an operator decides about transfers that the provider refused. */
import { noContent } from 'core/http/bodies';
import { idParameter } from 'core/http/id-parameter';
import { requireRecentProof } from 'core/policy/recent-proof';
import { allow } from 'core/policy/require-policies';
import { refusedDecisionSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { decideRefused } from './refused-transfers';

export const transfersModule: ApiModule = (app, deps) => {
  app.put(
    '/venues/:id/refused-transfers/:vendorId',
    {
      config: { policy: 'operator' },
      schema: {
        params: z.object({ id: idParameter, vendorId: idParameter }),
        body: refusedDecisionSchema,
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      const { id: venueId, vendorId } = request.params;
      const session = allow(request, { venueId });
      requireRecentProof(request);
      await decideRefused(deps, { session, venueId, vendorId, decision: request.body.decision });
      return reply.status(204).send();
    },
  );
};
