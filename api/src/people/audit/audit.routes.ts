/**
 * Serves the audit log of the site, and the check of its chain. An operator reads the entries of their venues. The page of a venue has its own
 * routes (people).
 */

import { idParameter } from 'core/http/id-parameter';
import { decide } from 'core/policy/policies';
import { allow } from 'core/policy/require-policies';
import { auditSchema, one } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { siteAuditPage } from './audit.query';
import { verifyChain } from './chain';

const pageQuery = z.object({
  after: idParameter.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** The beginning of an action: 'release.' */
  action: z.string().max(100).optional(),
});
const headQuery = z.object({
  /** A head that was recorded earlier: '<position>:<hash>'. */
  head: z
    .string()
    .regex(/^\d{1,9}:[0-9a-f]{64}$/, 'A head is a position and a hash, as audit verify prints it.')
    .optional(),
});
const reportSchema = z.object({
  entries: z.number(),
  head: z.object({ position: z.number(), hash: z.string() }).nullable(),
  fault: z.object({ position: z.number().nullable(), id: z.number().nullable(), sentence: z.string() }).nullable(),
});
const config = { policy: 'any operator' } as const;

export const auditModule: ApiModule = (app, deps) => {
  app.get('/audit', { config, schema: { querystring: pageQuery, response: { 200: auditSchema } } }, async (request) => {
    const session = allow(request, {});
    const { after = null, limit, action = '' } = request.query;
    const isForAll = decide('site operator', session) === 'allowed';
    const venueIds = isForAll ? null : session.venueIds;
    return { data: await siteAuditPage(deps.db, { after, limit, action, venueIds }) };
  });

  app.get(
    '/audit/verification',
    { config, schema: { querystring: headQuery, response: { 200: one(reportSchema) } } },
    async (request) => {
      allow(request, {});
      const [position, hash = ''] = request.query.head?.split(':') ?? [];
      return { data: await verifyChain(deps.exportDb, position ? { position: Number(position), hash } : null) };
    },
  );
};
