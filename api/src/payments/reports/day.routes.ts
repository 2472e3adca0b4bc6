/** The day's report: the sales of one stall on one day. */

import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import { idParameter } from 'core/http/id-parameter';
import { allow } from 'core/policy/require-policies';
import { localDay } from 'shared-contracts/rules/dates';
import { toMajor } from 'shared-contracts/rules/money';
import { dayEndSchema, one } from 'shared-contracts/schemas';
import type { DayTotals } from 'shared-contracts/types';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { t } from '../../words';
import { type Sales, salesOf } from './sales.query';

const params = z.object({ id: idParameter });
/** The day is today at the venue if the query names none. */
const querystring = z.object({ day: z.iso.date().optional() });

export const dayModule: ApiModule = (app, { db, exportDb, clock }) => {
  app.get(
    '/vendors/:id/day',
    { config: { policy: 'owner' }, schema: { params, querystring, response: { 200: one(dayEndSchema) } } },
    async (request) => {
      const vendorId = request.params.id;
      allow(request, { vendorId });
      const { venue, name } = await findVendor(db, vendorId);
      const now = clock.now();
      const { day = localDay(now, venue.timezone) } = request.query;
      const sales = await salesOf(exportDb, { venue, vendorId, range: { from: day, to: day } });
      return {
        data: {
          vendor: { id: vendorId, name },
          venue_id: venue.id,
          day,
          timezone: venue.timezone,
          as_of: now.toISOString(),
          totals: sales.map(presentTotals),
        },
      };
    },
  );
};

function presentTotals({ currency, currencySymbol, total, items }: Sales): DayTotals {
  const major = (minor: number): number => toMajor(minor, currency);
  return {
    currency,
    currency_symbol: currencySymbol,
    orders: total.orders,
    cancelled: total.cancelled,
    items_sold: items.reduce((sum, { quantity }) => sum + quantity, 0),
    sales: major(total.salesMinor),
    service_charge: major(total.serviceChargeMinor),
    tax_added: major(total.grossMinor - total.salesMinor - total.serviceChargeMinor - total.tipsMinor),
    ...(total.tipsMinor > 0 && { tips: major(total.tipsMinor) }),
    taxes: total.taxes.map(({ name, rateBasisPoints, baseMinor, taxMinor, refundedTaxMinor }) => ({
      name,
      rate: rateBasisPoints / 100,
      base: major(baseMinor),
      amount: major(taxMinor),
      refunded: major(refundedTaxMinor),
    })),
    paid: major(total.grossMinor),
    refunds: major(total.refundsMinor),
    net: major(total.grossMinor - total.refundsMinor),
    items: [...items]
      .sort((one, other) => other.quantity - one.quantity || other.salesMinor - one.salesMinor)
      .map(({ itemId, name, quantity, refundedQuantity, salesMinor, refundsMinor }) => ({
        item: itemId === null ? null : { id: itemId, name: name ?? '' },
        quantity,
        refunded_quantity: refundedQuantity,
        sales: major(salesMinor),
        refunds: major(refundsMinor),
      })),
  };
}

/** @throws ApiError 404 */
async function findVendor(
  db: Queryable,
  id: number,
): Promise<{ name: string; venue: { id: number; timezone: string } }> {
  const vendor = await db
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'vendors.venue_id')
    .select(['vendors.name', 'venues.id as venue_id', 'venues.timezone'])
    .where('vendors.id', '=', id)
    .executeTakeFirst();
  if (!vendor) throw notFound(t('Vendor not found.'));
  return { name: vendor.name, venue: { id: vendor.venue_id, timezone: vendor.timezone } };
}
