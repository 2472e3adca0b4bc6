/** The tables of a venue, and the short address that each table has in print: `/t/<code>`. */

import { isUnavailable } from 'core/database/unavailable';
import { ApiError } from 'core/errors';
import { noContent } from 'core/http/bodies';
import { networkOf } from 'core/http/client-address';
import { idParameter } from 'core/http/id-parameter';
import type { App } from 'core/http/scope';
import { allow } from 'core/policy/require-policies';
import type { RouteHandlerMethod } from 'fastify';
import { locationPath } from 'shared-contracts/rules/destination';
import { idSchema, lineSchema, many, one, scannedTableSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule, Deps } from '../../deps';
import { t } from '../../words';
import { scanTable } from './scan-table.query';
import { addTables, MOST_TABLES, removeTable } from './tables.commands';
import { tablesOf } from './tables.repository';

const tableNameSchema = lineSchema
  .min(1, { error: () => t('A table needs a name.') })
  .max(40, { error: () => t('The name of a table is at most 40 characters.') })
  // '/t/..' would lead to another address.
  .refine((name) => !/^\.+$/.test(name), { error: () => t('The name of a table is more than dots.') });

const newTablesSchema = z.object({
  names: z
    .array(tableNameSchema)
    .min(1, { error: () => t('Name at least one table.') })
    .max(MOST_TABLES),
  dry_run: z.boolean().default(false),
});
const addedSchema = z.object({ added: z.array(z.string()), existing: z.array(z.string()) });
/** `url` is the content of the printed code. */
const tableSchema = z.object({ id: idSchema, name: z.string(), code: z.string(), url: z.string() });

const operator = { policy: 'operator' } as const;

export const tablesModule: ApiModule = (app, deps) => {
  app.get(
    '/venues/:id/tables',
    { config: operator, schema: { params: z.object({ id: idParameter }), response: { 200: many(tableSchema) } } },
    async (request) => {
      const venueId = request.params.id;
      allow(request, { venueId });
      const tables = await tablesOf(deps.db, venueId);
      return { data: tables.map((table) => ({ ...table, url: `${deps.config.siteUrl}/t/${table.code}` })) };
    },
  );

  app.post(
    '/venues/:id/tables',
    {
      config: operator,
      schema: { params: z.object({ id: idParameter }), body: newTablesSchema, response: { 201: one(addedSchema) } },
    },
    async (request, reply) => {
      const venueId = request.params.id;
      const { user } = allow(request, { venueId });
      const { names, dry_run: isDryRun } = request.body;
      const data = await addTables(deps, { venueId, actorId: user.id, names, isDryRun });
      return reply.status(201).send({ data });
    },
  );

  app.delete(
    '/venues/:id/tables/:tableId',
    {
      config: operator,
      schema: { params: z.object({ id: idParameter, tableId: idParameter }), response: { 204: noContent } },
    },
    async (request, reply) => {
      const { id: venueId, tableId } = request.params;
      const { user } = allow(request, { venueId });
      await removeTable(deps, { venueId, actorId: user.id, tableId });
      return reply.status(204).send();
    },
  );

  // This serves a page from the service worker, whose address the server does not see.
  app.get(
    '/tables/:code',
    {
      config: { policy: 'public', isSameForAll: true },
      schema: { params: z.object({ code: z.string() }), response: { 200: one(scannedTableSchema) } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      return { data: await scanTable(deps, { text: request.params.code, address: networkOf(request.ip) }) };
    },
  );
};

/**
 * An invalid code opens a page that shows the reason. The page gets it from `GET /tables/:code`.
 * @param sendPage sends the site's page of this address, with the status of the reason
 */
export function tableLinksModule(app: App, deps: Deps, sendPage: RouteHandlerMethod): void {
  app.get('/t/:code', { schema: { hide: true, params: z.object({ code: z.string() }) } }, async (request, reply) => {
    try {
      const { venue, name } = await scanTable(deps, { text: request.params.code, address: networkOf(request.ip) });
      return reply.header('cache-control', 'no-store').redirect(locationPath(venue.id, name), 302);
    } catch (error) {
      const isRefusal = error instanceof ApiError;
      if (!isRefusal && !isUnavailable(error)) throw error;
      reply.status(isRefusal ? error.status : 503);
      if (isRefusal && error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
      return await sendPage.call(app, request, reply);
    }
  });
}
