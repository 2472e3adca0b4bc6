/** The routes for trusted publishing: operators name workflows of CI systems, whose runs exchange their identity for a release token. */
import { idParameter } from 'core/http/id-parameter';
import { requireRecentProof } from 'core/policy/recent-proof';
import { allow } from 'core/policy/require-policies';
import type { FastifyRequest } from 'fastify';
import { idSchema, lineSchema, many, one, timeSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ReleasesModule } from '../../deps';
import { appNameSchema, exchangedSchema, exchangeRequestSchema } from '../../model/service';
import { requireIdentity } from '../callers';
import { releaseServiceOf } from '../release-service';
import { exchangeIdentity } from './exchange.command';
import { IdentityIssuers } from './identity-issuers';
import { addPublisher, publishersOf, removePublisher } from './publishers.commands';

/** A signed token is three texts in base64url with dots between. */
const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i;
const identityOf = ({ headers }: FastifyRequest): string => BEARER.exec(headers.authorization ?? '')?.[1] ?? '';
const NONE = { refusal: 'Send the identity token of a CI run as a bearer token.' };

const line = lineSchema.min(1).max(200);
const fields = {
  team: lineSchema.min(1, 'A publisher is of a team.').max(100),
  provider: z.enum(['github', 'gitlab']),
  issuer: z
    .url({ protocol: /^https$/, error: 'An issuer is an address with https://.' })
    .max(200)
    .refine((issuer) => !/[/?#]$|[?#]/.test(issuer), 'An issuer has no slash at its end, no query and no fragment.'),
  repository: line.regex(/^[\w.-]+(\/[\w.-]+)+$/, 'A repository is its path, such as octo/menu.'),
  repository_id: line.regex(/^\d+$/, 'The id of a repository is a number.'),
  owner_id: line.regex(/^\d+$/, 'The id of an owner is a number.'),
  workflow: line.regex(
    /^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*\.ya?ml$/,
    'A workflow is its file, such as .github/workflows/release.yml.',
  ),
  branch: line.nullable().default(null),
  environment: line.nullable().default(null),
  apps: z.array(appNameSchema).min(1, 'Name the apps that the workflow may release.').max(100),
  channels: z
    .array(z.string().regex(/^(\*|[\w-]{1,64})$/, "A channel is a word such as beta, or '*' for each."))
    .max(100)
    .default([]),
  most_percent: z.number().int().min(0).max(99).default(0),
  /** It may stage a release for any visitors. */
  may_stage: z.boolean().default(false),
};
const publisherRequestSchema = z
  .object({ ...fields, dry_run: z.boolean().default(false) })
  .refine(({ branch, environment }) => branch !== null || environment !== null, {
    message: 'Name the branch or the environment that may release.',
    path: ['branch'],
  })
  .refine(({ channels, most_percent, may_stage }) => channels.length > 0 || most_percent > 0 || may_stage, {
    message: 'A workflow releases to channels or to rollouts, or stages.',
    path: ['channels'],
  });
const publisherSchema = z.object({
  id: idSchema,
  team: z.string(),
  provider: fields.provider,
  issuer: z.string(),
  repository: z.string(),
  repository_id: z.string(),
  owner_id: z.string(),
  workflow: z.string(),
  branch: z.string().nullable(),
  environment: z.string().nullable(),
  apps: z.array(z.string()),
  channels: z.array(z.string()),
  most_percent: z.number(),
  may_stage: z.boolean(),
  created_at: timeSchema,
  removed_at: timeSchema.nullable(),
});
const config = { policy: 'any operator' } as const;

export const publishersModule: ReleasesModule = (app, deps) => {
  app.get('/registry/publishers', { config, schema: { response: { 200: many(publisherSchema) } } }, async (request) => {
    allow(request, {});
    return { data: await publishersOf(deps) };
  });

  app.post(
    '/registry/publishers',
    {
      config: { policy: 'site operator' },
      schema: { body: publisherRequestSchema, response: { 201: one(publisherSchema.nullable()) } },
    },
    async (request, reply) => {
      const session = allow(request, {});
      const { dry_run: isDryRun, ...grant } = request.body;
      if (!isDryRun) requireRecentProof(request);
      return reply.status(201).send({ data: isDryRun ? null : await addPublisher(deps, session, grant) });
    },
  );

  app.delete(
    '/registry/publishers/:id',
    { config, schema: { params: z.object({ id: idParameter }), response: { 200: one(publisherSchema) } } },
    async (request) => {
      const session = allow(request, {});
      return { data: await removePublisher(deps, session, request.params.id) };
    },
  );

  if (!releaseServiceOf(deps)) return;
  const issuers = new IdentityIssuers();
  app.post(
    '/registry/tokens/exchange',
    {
      config: { policy: 'release token' },
      onRequest: async (request) => {
        if (identityOf(request) === '') await requireIdentity(deps, request, NONE);
      },
      schema: { body: exchangeRequestSchema, response: { 201: one(exchangedSchema) } },
    },
    async (request, reply) => {
      const exchanged = await exchangeIdentity(deps, issuers, {
        identity: identityOf(request),
        apps: request.body.apps,
      });
      return reply.status(201).send({ data: await requireIdentity(deps, request, exchanged) });
    },
  );
};
