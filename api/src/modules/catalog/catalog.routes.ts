import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  acceptingChangeSchema,
  idSchema,
  itemSchema,
  many,
  one,
  statusChangedSchema,
  statusChangeSchema,
  vendorSchema,
  vendorSummarySchema,
  venueSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../api-module';
import { notFound } from '../../errors';
import { socketIdOf } from '../../outbox/events';
import { writerFor } from '../../plugins/serializer';
import { guarded, isMember, requireMember } from '../../plugins/session';
import { type CatalogContext, changeAccepting, changeStatus, type Stocked, vendorOf } from './catalog.commands';
import { presentItem, presentMenus, presentVendor } from './catalog.presenter';
import {
  findItem,
  findMenus,
  findVendor,
  findVenue,
  listVendors,
  listVenues,
  vendorIdOfItem,
} from './catalog.repository';
import { MenuCache } from './menu-cache';

const id = z.coerce.number().pipe(idSchema);
const params = z.object({ id });
const stocked: readonly Stocked[] = ['items', 'variants', 'options'];

export const catalogModule: ApiModule = (app, deps) => {
  const { db, outbox } = deps;
  // Another process may change a vendor on PostgreSQL; the embedded database has this one alone.
  const menuCache = new MenuCache(() => performance.now(), deps.engine === 'postgres' ? 1_000 : undefined);
  const context: CatalogContext = { outbox, menuCache };
  const writeVendor = writerFor(app, one(vendorSchema), '/vendors/:id');

  app.get(
    '/venues',
    { schema: { querystring: z.object({ staging: z.string().optional() }), response: { 200: many(venueSchema) } } },
    async (_request, reply) => revalidated(reply).send({ data: await listVenues(db) }),
  );

  app.get('/venues/:id', { schema: { params, response: { 200: one(venueSchema) } } }, async (request, reply) => {
    const venue = await findVenue(db, request.params.id);
    if (!venue) throw notFound('Venue');
    return revalidated(reply).send({ data: venue });
  });

  app.get(
    '/vendors',
    { schema: { querystring: z.object({ venue_id: id }), response: { 200: many(vendorSummarySchema) } } },
    async (request, reply) => {
      const { venue_id } = request.query;
      const vendors = await listVendors(db, venue_id);
      if (vendors.length === 0 && !(await findVenue(db, venue_id))) throw notFound('Venue');
      return revalidated(reply).send({ data: vendors.map(presentVendor) });
    },
  );

  app.get('/vendors/:id', { schema: { params, response: { 200: one(vendorSchema) } } }, async (request, reply) => {
    const vendorId = request.params.id;
    const isInside = isMember(request.session, vendorId);
    const text = await menuCache.get(vendorId, isInside ? 'member' : 'public', async () => {
      const vendor = await findVendor(db, vendorId, isInside);
      if (!vendor) throw notFound('Vendor');
      const menus = presentMenus(await findMenus(db, vendorId, isInside), vendor.currency);
      return writeVendor({ data: { ...presentVendor(vendor), menus } });
    });
    return sendText(request, reply, text);
  });

  app.put(
    '/vendors/:id',
    {
      onRequest: guarded,
      schema: { params, body: acceptingChangeSchema, response: { 200: one(vendorSummarySchema) } },
    },
    async (request) => {
      const vendorId = request.params.id;
      requireMember(request, vendorId);
      const isAccepting = request.body.accepting_orders;
      await changeAccepting(context, { vendorId, isAccepting, exceptSocketId: socketIdOf(request) });
      const vendor = await findVendor(db, vendorId, true);
      if (!vendor) throw notFound('Vendor');
      return { data: presentVendor(vendor) };
    },
  );

  app.get('/items/:id', { schema: { params, response: { 200: one(itemSchema) } } }, async (request, reply) => {
    const itemId = request.params.id;
    const vendorId = request.session ? await vendorIdOfItem(db, itemId) : undefined;
    const isInside = vendorId !== undefined && isMember(request.session, vendorId);
    const row = await findItem(db, itemId, isInside);
    const item = row && presentItem(row);
    if (!item) throw notFound('Item');
    return revalidated(reply).send({ data: item });
  });

  for (const table of stocked) {
    app.put(
      `/${table}/:id`,
      {
        onRequest: guarded,
        schema: { params, body: statusChangeSchema, response: { 200: one(statusChangedSchema) } },
      },
      async (request) => {
        const { status } = request.body;
        const vendorId = await vendorOf(db, table, request.params.id);
        requireMember(request, vendorId);
        const change = { table, id: request.params.id, vendorId, status, exceptSocketId: socketIdOf(request) };
        await changeStatus(context, change);
        return { data: { id: request.params.id, status } };
      },
    );
  }
};

/** A member sees more than a visitor, so no cache in between may keep it, and the browser's asks again. */
function revalidated<T extends FastifyReply>(reply: T): T {
  reply.header('cache-control', 'private, no-cache').header('vary', 'authorization');
  return reply;
}

function sendText(request: FastifyRequest, reply: FastifyReply, { body, etag }: { body: string; etag: string }) {
  revalidated(reply).header('etag', etag);
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}
