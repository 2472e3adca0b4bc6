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
import type { VendorSummary, Venue } from 'shared-contracts/types';
import { z } from 'zod';
import type { Deps } from '../../deps';
import { socketIdOf } from '../../messages/realtime/events';
import { t } from '../../words';
import { changeLateness, changeStatus, changeSwitch, type Stocked, vendorOf } from './catalog.commands';
import {
  hasDietFacts,
  presentItem,
  presentMenus,
  presentNextBack,
  presentVendor,
  presentVenue,
} from './catalog.presenter';
import {
  findItem,
  findMenus,
  findVendor,
  findVenue,
  listVendors,
  listVenues,
  nextBack,
  type VendorRow,
  type VenueRow,
} from './catalog.repository';
import { CatalogPlaces } from './catalog-places';
import { catalogVersion } from './catalog-version';
import { encode, sendEncoded } from './encoded';
import { itemIn, languageAmong, stallIn, translated, venueIn } from './menu-language.rules';
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

function presentVenueIn(row: VenueRow, wanted: string): Venue {
  const { language, ...venue } = venueIn(row, wanted);
  return presentVenue(venue, language);
}

/** @param language a language in which the stall is whole */
const presentVendorIn = (row: VendorRow, language: string, now: Date): VendorSummary =>
  presentVendor(translated(row, language), language, now);

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
  const places = new CatalogPlaces(db, clock);
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
      const known = await responses.current();
      const isOther = await places.isOther(request.language, known.version);
      const venues = await known.get(`/venues ${isOther ? request.language : ''}`, async () => {
        const rows = await listVenues(db);
        return lasting(writeVenues({ data: rows.map((row) => presentVenueIn(row, request.language)) }));
      });
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
      const known = await responses.current();
      const language = languageAmong(await places.ofVenue(venueId, known.version), request.language);
      const response = await known.get(`/venues/${venueId} ${language}`, async () => {
        const venue = await findVenue(db, venueId);
        return venue ? lasting(writeVenue({ data: presentVenueIn(venue, language) })) : null;
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
      const known = await responses.current();
      const language = languageAmong(await places.ofVenue(venue_id, known.version), request.language);
      const response = await known.get(`/vendors?venue_id=${venue_id} ${language}`, async () => {
        const vendors = await listVendors(db, venue_id);
        if (vendors.length === 0 && !(await findVenue(db, venue_id))) return null;
        // The card and the menu of a stall are in the same language.
        const ofStalls = await Promise.all(vendors.map(({ id }) => places.languageOf(id, language, known.version)));
        const now = clock.now();
        const shown = vendors.map((vendor, index) => presentVendorIn(vendor, ofStalls[index] ?? language, now));
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
      const write = async (isInside: boolean, wanted: string) => {
        const vendor = await findVendor(db, vendorId, isInside);
        if (!vendor) return null;
        // The time is read before the menu. If an entry comes back between the two reads, the menu either shows it or expires at once.
        const back = await nextBack(db, vendorId);
        const stored = { vendor, menus: await findMenus(db, vendorId, isInside) };
        const [first = wanted] = vendor.languages;
        const shown = (wanted === first ? null : stallIn(stored, wanted)) ?? stored;
        const menus = presentMenus(shown.menus, vendor.currency);
        const data = {
          ...presentVendor(shown.vendor, shown === stored ? first : wanted, clock.now()),
          ...(vendor.opening_hours && { weekly_hours: vendor.opening_hours.weekly }),
          ...(hasDietFacts(menus.data) && { has_diet_facts: true as const }),
          menus,
          ...presentNextBack(back),
        };
        return { text: writeVendor({ data }), until: earliest([firstChange([data]), back]) };
      };
      const forGuests = async () => {
        const known = await responses.current();
        const language = languageAmong(await places.ofVendor(vendorId, known.version), request.language);
        return known.get(`/vendors/${vendorId} ${language}`, () => write(false, language));
      };
      const isInside = worksFor(request.session, vendorId);
      const response = isInside ? await encoded(write(true, request.language)) : await forGuests();
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
      const language = await places.languageOf(vendorId, request.language, await version());
      return { data: presentVendorIn(vendor, language, clock.now()) };
    },
  );

  app.get(
    '/items/:id',
    { compress, config: { policy: 'public' }, schema: { params, response: { 200: one(itemSchema) } } },
    async (request, reply) => {
      const itemId = request.params.id;
      const known = await responses.current();
      const vendorId = await places.vendorOfItem(itemId, known.version);
      if (vendorId === undefined) throw notFound(t('Item not found.'));
      // The item and the menu of its stall are in the same language.
      const language = await places.languageOf(vendorId, request.language, known.version);
      const write = async (isInside: boolean) => {
        // The time is read before the item, as for the menu.
        const back = await nextBack(db, vendorId);
        const row = await findItem(db, itemId, isInside);
        const item = row && presentItem(itemIn(row, language), language);
        if (!item) return null;
        return { text: writeItem({ data: { ...item, ...presentNextBack(back) } }), until: back };
      };
      const response = worksFor(request.session, vendorId)
        ? await encoded(write(true))
        : await known.get(`/items/${itemId} ${language}`, () => write(false));
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
