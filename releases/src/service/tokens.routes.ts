/**
 * The routes for release tokens. A token may be for the shell, which all venues share, so site operators make tokens. An operator of a
 * venue may end one, since a leaked token has to end at once.
 */

import { idParameter } from 'core/http/id-parameter';
import { requireRecentProof } from 'core/policy/recent-proof';
import { allow } from 'core/policy/require-policies';
import { idSchema, lineSchema, many, one, timeSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ReleasesModule } from '../deps';
import { appNameSchema } from '../model/service';
import { OVERRIDE_ORIGIN } from './override-origins';
import { createToken, revokeToken, tokensOf } from './tokens.commands';

const MOST_DAYS = 366;

const grant = {
  team: lineSchema.min(1, 'A token is of a team.').max(100),
  apps: z.array(appNameSchema).min(1, 'Name the apps that the token is for.').max(100),
  channels: z
    .array(z.string().regex(/^(\*|[\w-]{1,64})$/, "A channel is a word such as beta, or '*' for each."))
    .max(100)
    .default([]),
  most_percent: z.number().int().min(0).max(99).default(0),
  is_for_all: z.boolean().default(false),
  /** It may stage a release for any visitors. */
  may_stage: z.boolean().default(false),
  override_origins: z
    .array(z.string().regex(OVERRIDE_ORIGIN, 'An origin is https:// and a host, such as https://preview.hall.example.'))
    .max(20)
    .default([]),
};
const grantSchema = z
  .object({ ...grant, days: z.number().int().min(1).max(MOST_DAYS).default(30), dry_run: z.boolean().default(false) })
  .refine(
    ({ channels, most_percent, is_for_all, may_stage }) =>
      channels.length > 0 || most_percent > 0 || is_for_all || may_stage,
    {
      message: 'A token is for channels, for rollouts, for all visitors or to stage.',
      path: ['channels'],
    },
  );
const tokenSchema = z.object({
  id: idSchema,
  team: z.string(),
  apps: z.array(z.string()),
  channels: z.array(z.string()),
  most_percent: z.number(),
  is_for_all: z.boolean(),
  may_stage: z.boolean(),
  override_origins: z.array(z.string()),
  created_at: timeSchema,
  expires_at: timeSchema,
  revoked_at: timeSchema.nullable(),
});
const createdSchema = tokenSchema.extend({ token: z.string() });
const config = { policy: 'any operator' } as const;

export const releaseTokensModule: ReleasesModule = (app, deps) => {
  app.get('/registry/tokens', { config, schema: { response: { 200: many(tokenSchema) } } }, async (request) => {
    allow(request, {});
    return { data: await tokensOf(deps) };
  });

  app.post(
    '/registry/tokens',
    {
      config: { policy: 'site operator' },
      schema: { body: grantSchema, response: { 201: one(createdSchema.nullable()) } },
    },
    async (request, reply) => {
      const session = allow(request, {});
      const { dry_run: isDryRun, ...wanted } = request.body;
      if (!isDryRun) requireRecentProof(request);
      return reply.status(201).send({ data: isDryRun ? null : await createToken(deps, session, wanted) });
    },
  );

  app.delete(
    '/registry/tokens/:id',
    {
      config,
      schema: { params: z.object({ id: idParameter }), response: { 200: one(tokenSchema) } },
    },
    async (request) => {
      const session = allow(request, {});
      return { data: await revokeToken(deps, session, request.params.id) };
    },
  );
};
