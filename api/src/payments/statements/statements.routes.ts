/** The money of a hall: statements of its stalls, payouts, terms, the ledger and its check. Amounts on the wire are major units. */
import { conflictWith, notFound } from 'core/errors';
import { noContent } from 'core/http/bodies';
import { idParameter } from 'core/http/id-parameter';
import type { App } from 'core/http/scope';
import { requireRecentProof } from 'core/policy/recent-proof';
import { allow } from 'core/policy/require-policies';
import { Rounds } from 'core/workers';
import { localDay } from 'shared-contracts/rules/dates';
import { toMajor } from 'shared-contracts/rules/money';
import {
  hallTermsSchema,
  ledgerCauseSchema,
  ledgerCheckSchema,
  ledgerEntrySchema,
  many,
  newPayoutSchema,
  one,
  payoutSchema,
  statementSchema,
  undonePayoutSchema,
  vendorTermsChangeSchema,
  venueTermsChangeSchema,
} from 'shared-contracts/schemas';
import type { LedgerDifference, LedgerEntry } from 'shared-contracts/types';
import { z } from 'zod';
import type { ApiModule, Deps } from '../../deps';
import { t } from '../../words';
import { checkLedger, type LedgerDifference as Difference } from '../ledger/check-ledger';
import { checkProvider } from '../ledger/check-provider';
import { type EntryRow, entriesOf } from '../ledger/entries.query';
import { bookRents } from '../ledger/rent';
import { type PaymentDeps, withProviders } from '../providers/payment-deps';
import { isProviderError } from '../providers/payment-provider';
import { type DayRange, dayBefore, dayRange, periodOf } from '../reports/day-range';
import { findVenue, isVendorOf, refuseRange } from '../reports/report-venue';
import { recordPayout, undoPayout } from './payouts.command';
import { payoutsFor } from './payouts.query';
import { presentPayout, presentStatement } from './statement.presenter';
import { statementsOf } from './statement.query';
import { hallTerms, setVendorTerms, setVenueTerms } from './terms.command';

const RENT_MS = 3_600_000;
const byId = z.object({ id: idParameter });
const ofDays = z.object({ from: z.iso.date(), to: z.iso.date(), timezone: z.string() });
const keyHeaders = z.looseObject({ 'idempotency-key': z.string().min(1).max(200) });

export const statementsModule: ApiModule = (app, deps) => {
  deps.workers.add(
    new Rounds({ name: 'rent', everyMs: RENT_MS, log: deps.log, run: () => bookRents(deps.db, deps.clock.now()) }),
  );
  registerStatements(app, deps);
  registerPayouts(app, deps);
  registerTerms(app, deps);
  registerLedger(app, withProviders(deps));
};

function registerStatements(app: App, { db, exportDb }: Deps): void {
  app.get(
    '/venues/:id/statements',
    {
      config: { policy: 'owner' },
      schema: {
        params: byId,
        querystring: z.object({ ...dayRange, vendor: idParameter.optional() }),
        response: { 200: many(statementSchema).extend({ days: ofDays }) },
      },
    },
    async (request) => {
      const { from, to, vendor } = request.query;
      const range = { from, to };
      const venue = await findVenue(db, request.params.id);
      const isOfVenue = vendor !== undefined && (await isVendorOf(db, venue.id, vendor));
      allow(
        request,
        { venueId: venue.id, vendorId: isOfVenue ? vendor : undefined },
        { message: t('Only an operator of this venue may do that, and an owner for their own vendor.') },
      );
      if (vendor !== undefined && !isOfVenue) throw notFound(t('Vendor not found.'));
      refuseRange(range);
      const vendorId = vendor ?? null;
      const statements = await statementsOf(exportDb, { venue, range, vendorId });
      const payouts = await payoutsFor(db, { venueId: venue.id, range, vendorId });
      return {
        data: statements.map((statement) =>
          presentStatement(
            statement,
            payouts.filter((each) => each.vendor_id === statement.vendorId && each.currency === statement.currency),
          ),
        ),
        days: { ...range, timezone: venue.timezone },
      };
    },
  );
}

function registerPayouts(app: App, deps: Deps): void {
  app.post(
    '/venues/:id/payouts',
    {
      config: { policy: 'operator' },
      schema: {
        params: byId,
        headers: keyHeaders,
        body: newPayoutSchema,
        response: { 201: one(payoutSchema), 409: conflictWith(statementSchema) },
      },
    },
    async (request, reply) => {
      const { user } = allow(request, { venueId: request.params.id });
      requireRecentProof(request);
      const venue = await findVenue(deps.db, request.params.id);
      const payout = request.body;
      const key = request.headers['idempotency-key'];
      const id = await recordPayout(deps, { venue, payout, actorId: user.id, key });
      const rows = await payoutsFor(deps.db, {
        venueId: venue.id,
        range: { from: payout.to, to: payout.to },
        vendorId: payout.vendor_id,
      });
      const recorded = rows.find((row) => row.id === id);
      if (!recorded) throw new Error(`There is no payout ${id}`);
      return reply.status(201).send({ data: presentPayout(recorded) });
    },
  );

  app.post(
    '/venues/:id/payouts/:payoutId/undo',
    {
      config: { policy: 'operator' },
      schema: {
        params: byId.extend({ payoutId: idParameter }),
        body: undonePayoutSchema,
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      const { id: venueId, payoutId } = request.params;
      const { user } = allow(request, { venueId });
      requireRecentProof(request);
      await undoPayout(deps, { venueId, payoutId, reason: request.body.reason, actorId: user.id });
      return reply.status(204).send();
    },
  );
}

function registerTerms(app: App, { db }: Deps): void {
  const response = { 200: one(hallTermsSchema) };
  const changed = { ...response, 409: conflictWith(hallTermsSchema) };
  app.get(
    '/venues/:id/terms',
    { config: { policy: 'operator' }, schema: { params: byId, response } },
    async (request) => {
      allow(request, { venueId: request.params.id });
      return { data: await hallTerms(db, await findVenue(db, request.params.id)) };
    },
  );

  app.put(
    '/venues/:id/terms',
    { config: { policy: 'operator' }, schema: { params: byId, body: venueTermsChangeSchema, response: changed } },
    async (request) => {
      const { user } = allow(request, { venueId: request.params.id });
      requireRecentProof(request);
      const venue = await findVenue(db, request.params.id);
      await setVenueTerms(db, { venue, terms: request.body, actorId: user.id });
      return { data: await hallTerms(db, venue) };
    },
  );

  app.put(
    '/venues/:id/terms/:vendorId',
    {
      config: { policy: 'operator' },
      schema: { params: byId.extend({ vendorId: idParameter }), body: vendorTermsChangeSchema, response: changed },
    },
    async (request) => {
      const { id: venueId, vendorId } = request.params;
      const { user } = allow(request, { venueId });
      requireRecentProof(request);
      const venue = await findVenue(db, venueId);
      await setVendorTerms(db, { venue, vendorId, terms: request.body, actorId: user.id });
      return { data: await hallTerms(db, venue) };
    },
  );
}

function registerLedger(app: App, deps: PaymentDeps): void {
  const { db, exportDb, clock } = deps;
  app.get(
    '/venues/:id/ledger',
    {
      config: { policy: 'operator' },
      schema: {
        params: byId,
        querystring: z.object({
          vendor: idParameter.optional(),
          cause: ledgerCauseSchema.optional(),
          /** The number of a payment, or the provider's reference. */
          payment: z.string().trim().max(200).optional(),
          /** The id of the last entry of the page before. */
          before: idParameter.optional(),
          limit: z.coerce.number().int().min(1).max(200).default(50),
        }),
        response: { 200: many(ledgerEntrySchema) },
      },
    },
    async (request) => {
      allow(request, { venueId: request.params.id });
      const { vendor, cause, payment, before, limit } = request.query;
      const rows = await entriesOf(db, {
        venueId: request.params.id,
        vendorId: vendor ?? null,
        cause: cause ?? null,
        payment: payment || null,
        beforeId: before ?? null,
        limit,
      });
      return { data: rows.map(presentEntry) };
    },
  );

  app.get(
    '/venues/:id/ledger/check',
    {
      config: { policy: 'operator' },
      schema: {
        params: byId,
        /** The days whose payments are compared with the provider's books; the books of the hall are compared whole. */
        querystring: z.object(dayRange).partial(),
        response: { 200: ledgerCheckSchema },
      },
    },
    async (request) => {
      allow(request, { venueId: request.params.id });
      const venue = await findVenue(db, request.params.id);
      const range = checkedDays(request.query, localDay(clock.now(), venue.timezone));
      refuseRange(range);
      const own = await checkLedger(exportDb, venue.id);
      const period = await periodOf(db, range, venue.timezone);
      const told = await askProvider(() => checkProvider(deps, { venueId: venue.id, period }));
      const differences = [...own, ...(told === 'unreachable' ? [] : (told ?? []))];
      return {
        data: differences.map(presentDifference),
        provider: told === 'unreachable' ? told : told === null ? 'silent' : 'compared',
        days: { ...range, timezone: venue.timezone },
      } as const;
    },
  );
}

/** Without days the last 31. */
function checkedDays({ from, to }: Partial<DayRange>, today: string): DayRange {
  const last = to ?? today;
  return { from: from ?? dayBefore(last, 30), to: last };
}

/** The books of the hall are shown also while its provider cannot be asked. */
async function askProvider<T>(ask: () => Promise<T>): Promise<T | 'unreachable'> {
  try {
    return await ask();
  } catch (error) {
    if (isProviderError(error)) return 'unreachable';
    throw error;
  }
}

function presentEntry(row: EntryRow): LedgerEntry {
  return {
    id: row.id,
    cause: row.cause,
    booked_at: row.booked_at.toISOString(),
    currency: row.currency,
    is_estimated: row.is_estimated,
    payment:
      row.payment_number === null || row.provider === null
        ? null
        : {
            number: row.payment_number,
            provider: row.provider,
            reference: row.reference,
            order_ids: row.order_ids ?? [],
          },
    payout_id: row.payout_id,
    postings: row.postings.map(({ account, vendor_id, vendor_name, line, amount_minor }) => ({
      account,
      vendor: vendor_id === null ? null : { id: vendor_id, name: vendor_name ?? '' },
      line,
      amount: toMajor(amount_minor, row.currency),
    })),
  };
}

function presentDifference(found: Difference): LedgerDifference {
  const { kind, paymentNumber, provider, reference, currency, bookedMinor, expectedMinor } = found;
  return {
    kind,
    payment: provider === null ? null : { number: paymentNumber, provider, reference },
    currency,
    booked: toMajor(bookedMinor, currency),
    expected: toMajor(expectedMinor, currency),
  };
}
