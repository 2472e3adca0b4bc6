/** The release service of this site. A site without a key that signs its registry has none. */

import { BINARY, FILE, noContent } from 'core/http/bodies';
import { idParameter } from 'core/http/id-parameter';
import { Rounds } from 'core/workers';
import type { FastifyReply } from 'fastify';
import { many, one } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ReleasesModule } from '../deps';
import {
  ABOUT_BUILDS,
  appNameSchema,
  buildUploadSchema,
  checkedSchema,
  checkRequestSchema,
  fileNameSchema,
  listedSchema,
  MOST_FILE_BYTES,
  missingSchema,
  recalledSchema,
  recallRequestSchema,
  releasedSchema,
  releaseRequestSchema,
  retiredSchema,
  retirementRequestSchema,
  rollbackRequestSchema,
  rolledBackSchema,
  SERVICE,
  serviceSchema,
  sha256Schema,
  stagedSchema,
  statusSchema,
  storedBuildSchema,
  versionSchema,
  withdrawnSchema,
} from '../model/service';
import { errorFilterSchema, reportedErrorSchema, reportedErrorsOf } from '../reports/reported-errors';
import { releaseCallers } from './callers';
import { releaseServiceOf, requireApp } from './release-service';
import { stagesOf } from './stages/stages';

/** The most bytes of a list of 2,000 files. */
const LIST_BYTES = 1024 * 1024;

const config = { policy: 'release token' } as const;

export const registryModule: ReleasesModule = (app, deps) => {
  const service = releaseServiceOf(deps);
  if (!service) return;
  const reported = reportedErrorsOf(deps);
  deps.workers.add(
    new Rounds({ name: 'registry', everyMs: service.renewalMs, log: deps.log, run: () => service.renew() }),
  );

  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  const caller = releaseCallers(app, deps);
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.policy === config.policy) await service.enter(caller(request));
  });

  // A client tells a site with a release service from a static host by this route.
  app.get(
    '/registry',
    { config: { policy: 'public' }, schema: { response: { 200: one(serviceSchema) } } },
    async () => ({ data: { service: SERVICE, site: deps.config.registrySite, takes: [...ABOUT_BUILDS] } as const }),
  );

  app.post(
    '/registry/files/missing',
    { config, bodyLimit: LIST_BYTES, schema: { body: buildUploadSchema, response: { 200: one(missingSchema) } } },
    async (request) => ({ data: { missing: await service.missing(caller(request), request.body) } }),
  );

  app.put(
    '/registry/files/:sha256',
    {
      config,
      bodyLimit: MOST_FILE_BYTES,
      schema: {
        consumes: FILE,
        params: z.object({ sha256: sha256Schema }),
        body: z.instanceof(Buffer).meta(BINARY),
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      await service.add(caller(request), request.params.sha256, request.body);
      return reply.status(204).send();
    },
  );

  app.post(
    '/registry/releases',
    { config, bodyLimit: LIST_BYTES, schema: { body: releaseRequestSchema, response: { 200: one(releasedSchema) } } },
    async (request) => ({ data: await service.release(caller(request), request.body) }),
  );

  const stages = stagesOf(deps, service);
  app.post(
    '/registry/stages',
    { config, bodyLimit: LIST_BYTES, schema: { body: releaseRequestSchema, response: { 201: one(stagedSchema) } } },
    async (request, reply) => reply.status(201).send({ data: await stages.add(caller(request), request.body) }),
  );

  app.delete(
    '/registry/stages/:id',
    { config, schema: { params: z.object({ id: idParameter }), response: { 200: one(withdrawnSchema) } } },
    async (request) => {
      const { apps } = await stages.withdraw(request.params.id, caller(request), null);
      return { data: { stage: request.params.id, apps: [...apps] } };
    },
  );

  app.post(
    '/registry/checks',
    { config, bodyLimit: LIST_BYTES, schema: { body: checkRequestSchema, response: { 200: one(checkedSchema) } } },
    async (request) => {
      await service.check(caller(request), request.body.builds);
      return { data: { site: deps.config.siteUrl } };
    },
  );

  app.get(
    '/registry/releases',
    {
      config,
      schema: { querystring: z.object({ app: appNameSchema.optional() }), response: { 200: one(listedSchema) } },
    },
    async (request) => {
      const { rows, pointer } = await service.list(request.query.app);
      const { current = '', at = '', recalled = [] } = pointer ?? {};
      const shown = rows.map((row): z.output<typeof listedSchema>['rows'][number] => [...row]);
      return { data: { rows: shown, pointer: pointer && { current, at, recalled: [...recalled] } } };
    },
  );

  app.get(
    '/registry/status',
    {
      config,
      schema: { querystring: z.object({ app: appNameSchema.optional() }), response: { 200: one(statusSchema) } },
    },
    async (request) => ({ data: await service.status(request.query.app) }),
  );

  app.get(
    '/registry/builds/:app',
    {
      config,
      schema: {
        params: z.object({ app: appNameSchema }),
        querystring: z.object({ version: versionSchema.optional() }),
        response: { 200: one(storedBuildSchema) },
      },
    },
    async (request) => ({
      data: await service.build(caller(request), request.params.app, request.query.version),
    }),
  );

  app.get(
    '/registry/builds/:app/maps',
    {
      config,
      schema: {
        params: z.object({ app: appNameSchema }),
        querystring: z.object({ version: versionSchema, name: fileNameSchema }),
        response: { 200: z.looseObject({}) },
      },
    },
    async (request, reply) => {
      const { version, name } = request.query;
      const map = await service.map(caller(request), request.params.app, version, name);
      return (reply as FastifyReply).type('application/json').send(map);
    },
  );

  app.get(
    '/registry/errors',
    { config, schema: { querystring: errorFilterSchema, response: { 200: many(reportedErrorSchema) } } },
    async (request) => {
      requireApp(caller(request), request.query.app);
      return { data: await reported.of(request.query) };
    },
  );

  app.post(
    '/registry/rollbacks',
    { config, schema: { body: rollbackRequestSchema, response: { 200: one(rolledBackSchema) } } },
    async (request) => ({ data: await service.rollBack(caller(request), request.body) }),
  );

  app.post(
    '/registry/recalls',
    { config, schema: { body: recallRequestSchema, response: { 200: one(recalledSchema) } } },
    async (request) => ({ data: await service.recall(caller(request), request.body) }),
  );

  app.post(
    '/registry/retirements',
    { config, schema: { body: retirementRequestSchema, response: { 200: one(retiredSchema) } } },
    async (request) => ({ data: await service.retire(caller(request), request.body) }),
  );
};
