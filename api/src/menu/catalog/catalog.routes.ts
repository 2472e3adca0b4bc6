import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import { idParameter } from 'core/http/id-parameter';
import type { App } from 'core/http/scope';
import { writerFor } from 'core/http/serializer';
import { requireUser } from 'core/http/session';
import { worksFor } from 'core/policy/policies';
import { allow } from 'core/policy/require-policies';
import {
  acceptingChangeSchema,
  itemSchema,
  many,
  one,
  statusChangedSchema,
  statusChangeSchema,
  vendorSchema,
  vendorSummarySchema,
  venueSchema,
} from 'shared-contracts/schemas';
import type { VendorSummary } from 'shared-contracts/types';
import { z } from 'zod';
import type { Deps } from '../../deps';
import { socketIdOf } from '../../messages/realtime/events';
import { t } from '../../words';
import { changeLateness, changeStatus, changeSwitch, type Stocked, vendorOf } from './catalog.commands';
import { hasDietFacts, presentItem, presentMenus, presentNextBack, presentVendor } from './catalog.presenter';
import {
  findItem,
  findMenus,
  findVendor,
  findVenue,
  listVendors,
  listVenues,
  nextBack,
  vendorIdOfItem,
} from './catalog.repository';
import { catalogVersion } from './catalog-version';
import { encode, sendEncoded } from './encoded';
import { PublicResponses, type Written } from './public-responses';
import { sharedRead } from './shared-read';

/** Switches the compression plugin off for responses that `encode` has compressed already. */
const compress = false;
const params = z.object({ id: idParameter });
const lasting = (text: string): Written => ({ text, until: null });
const encoded = async (written: Promise<Written | null>) => {
  const { text } = (await written) ?? {};
  return text === undefined ? null : await encode(text);
};

/** Finds the time at which the first of the stalls opens or closes. */
const firstChange = (vendors: readonly VendorSummary[]): Date | null =>
  earliest(vendors.map(({ opening }) => (opening?.changes_at ? new Date(opening.changes_at) : null)));

function earliest(times: readonly (Date | null)[]): Date | null {
  const [first = null] = times.filter((time) => time !== null).sort((one, other) => one.getTime() - other.getTime());
  return first;
}

/** Waiting times change with each order, but the catalogue version does not. So the list is built again after this time. */
const WAITS_ARE_OLD_MS = 30_000;

const stocked: readonly Stocked[] = ['items', 'variants', 'options'];

/** The minutes that an order placed now takes, by vendor. Vendors without an estimate are missing. */
export type WaitsOfVendors = (db: Queryable, vendorIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/**
 * Serves the public catalogue.
 * @param waitsOfVendors reads the queues, which this layer may not import
 */
export const catalogModule = async (app: App, deps: Deps, waitsOfVendors: WaitsOfVendors): Promise<void> => {
  const { db, outbox, clock } = deps;
  const version = await catalogVersion(app, deps);
  // Responses are shared on both databases. On PGlite the read of the version costs nothing, but sharing still halves the processor time.
  const responses = new PublicResponses(sharedRead(version), clock);
  const writeVenues = writerFor(app, many(venueSchema), '/venues');
  const writeVenue = writerFor(app, one(venueSchema), '/venues/:id');
  const writeVendors = writerFor(app, many(vendorSummarySchema), '/vendors');
  const writeVendor = writerFor(app, one(vendorSchema), '/vendors/:id');
  const writeItem = writerFor(app, one(itemSchema), '/items/:id');

  app.get(
    '/venues',
    {
      compress,
      config: { policy: 'public', isSameForAll: true },
      schema: { querystring: z.object({ staging: z.string().optional() }), response: { 200: many(venueSchema) } },
    },
    async (request, reply) => {
      const venues = await responses.get('/venues', async () => lasting(writeVenues({ data: await listVenues(db) })));
      return sendEncoded(request, reply, venues);
    },
  );

  app.get(
    '/venues/:id',
    {
      compress,
      config: { policy: 'public', isSameForAll: true },
      schema: { params, response: { 200: one(venueSchema) } },
    },
    async (request, reply) => {
      const venueId = request.params.id;
      const response = await responses.get(`/venues/${venueId}`, async () => {
        const venue = await findVenue(db, venueId);
        return venue ? lasting(writeVenue({ data: venue })) : null;
      });
      if (!response) throw notFound(t('Venue not found.'));
      return sendEncoded(request, reply, response);
    },
  );

  app.get(
    '/vendors',
    {
      compress,
      config: { policy: 'public', isSameForAll: true },
      schema: { querystring: z.object({ venue_id: idParameter }), response: { 200: many(vendorSummarySchema) } },
    },
    async (request, reply) => {
      const { venue_id } = request.query;
      const response = await responses.get(`/vendors?venue_id=${venue_id}`, async () => {
        const vendors = await listVendors(db, venue_id);
        if (vendors.length === 0 && !(await findVenue(db, venue_id))) return null;
        const now = clock.now();
        const shown = vendors.map((vendor) => presentVendor(vendor, now));
        const open = shown.filter(({ accepting_orders }) => accepting_orders);
        const waits = await waitsOfVendors(
          db,
          open.map(({ id }) => id),
        );
        const data = shown.map((vendor) => ({ ...vendor, waiting_minutes: waits.get(vendor.id) ?? null }));
        return {
          text: writeVendors({ data }),
          until: earliest([firstChange(data), new Date(now.getTime() + WAITS_ARE_OLD_MS)]),
        };
      });
      if (!response) throw notFound(t('Venue not found.'));
      return sendEncoded(request, reply, response);
    },
  );

  app.get(
    '/vendors/:id',
    { compress, config: { policy: 'public' }, schema: { params, response: { 200: one(vendorSchema) } } },
    async (request, reply) => {
      const vendorId = request.params.id;
      const write = async (isInside: boolean) => {
        const vendor = await findVendor(db, vendorId, isInside);
        if (!vendor) return null;
        // The time is read before the menu. If an entry comes back between the two reads, the menu either shows it or expires at once.
        const back = await nextBack(db, vendorId);
        const menus = presentMenus(await findMenus(db, vendorId, isInside), vendor.currency);
        const data = {
          ...presentVendor(vendor, clock.now()),
          ...(vendor.opening_hours && { weekly_hours: vendor.opening_hours.weekly }),
          ...(hasDietFacts(menus.data) && { has_diet_facts: true as const }),
          menus,
          ...presentNextBack(back),
        };
        return { text: writeVendor({ data }), until: earliest([firstChange([data]), back]) };
      };
      const response = worksFor(request.session, vendorId)
        ? await encoded(write(true))
        : await responses.get(`/vendors/${vendorId}`, () => write(false));
      if (!response) throw notFound(t('Vendor not found.'));
      return sendEncoded(request, reply, response);
    },
  );

  app.put(
    '/vendors/:id',
    {
      config: { policy: 'staff' },
      schema: { params, body: acceptingChangeSchema, response: { 200: one(vendorSummarySchema) } },
    },
    async (request) => {
      const vendorId = request.params.id;
      allow(request, { vendorId });
      const { accepting_orders: isAccepting, opening_mode: mode, lateness } = request.body;
      const exceptSocketId = socketIdOf(request);
      const wanted = isAccepting ?? mode;
      const actorId = requireUser(request).user.id;
      if (wanted !== undefined) await changeSwitch(deps, { vendorId, wanted, actorId, exceptSocketId });
      if (lateness !== undefined) await changeLateness(outbox, { vendorId, lateness, exceptSocketId });
      const vendor = await findVendor(db, vendorId, true);
      if (!vendor) throw notFound(t('Vendor not found.'));
      return { data: presentVendor(vendor, clock.now()) };
    },
  );

  app.get(
    '/items/:id',
    { compress, config: { policy: 'public' }, schema: { params, response: { 200: one(itemSchema) } } },
    async (request, reply) => {
      const itemId = request.params.id;
      const vendorId = request.session ? await vendorIdOfItem(db, itemId) : undefined;
      const write = async (isInside: boolean) => {
        // The time is read before the item, as for the menu.
        const ofVendor = vendorId ?? (await vendorIdOfItem(db, itemId));
        const back = ofVendor === undefined ? null : await nextBack(db, ofVendor);
        const row = await findItem(db, itemId, isInside);
        const item = row && presentItem(row);
        if (!item) return null;
        return { text: writeItem({ data: { ...item, ...presentNextBack(back) } }), until: back };
      };
      const response =
        vendorId !== undefined && worksFor(request.session, vendorId)
          ? await encoded(write(true))
          : await responses.get(`/items/${itemId}`, () => write(false));
      if (!response) throw notFound(t('Item not found.'));
      return sendEncoded(request, reply, response);
    },
  );

  for (const table of stocked) {
    app.put(
      `/${table}/:id`,
      {
        config: { policy: 'staff' },
        schema: { params, body: statusChangeSchema, response: { 200: one(statusChangedSchema) } },
      },
      async (request) => {
        const { status, until } = request.body;
        const vendorId = await vendorOf(db, table, request.params.id);
        const session = allow(request, { vendorId });
        const isBackTomorrow = until === 'tomorrow';
        const exceptSocketId = socketIdOf(request);
        const change = { session, table, id: request.params.id, vendorId, status, isBackTomorrow, exceptSocketId };
        const backAt = await changeStatus(deps, change);
        return { data: { id: request.params.id, status, ...(backAt && { back_at: backAt.toISOString() }) } };
      },
    );
  }
};
