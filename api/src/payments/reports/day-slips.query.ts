/** A stall's day as printers print it: one slip for each currency. */
import type { Deps } from '../../deps';
import type { DaySlips } from '../../printing/jobs/rows-of-job';
import { type Sales, salesOf } from './sales.query';

export const daySlips =
  ({ db, exportDb, clock }: Deps): DaySlips =>
  async ({ vendorId, day }) => {
    const stall = await db
      .selectFrom('vendors')
      .innerJoin('venues', 'venues.id', 'vendors.venue_id')
      .select(['vendors.name', 'venues.id', 'venues.timezone', 'venues.currency', 'venues.currency_symbol'])
      .where('vendors.id', '=', vendorId)
      .executeTakeFirstOrThrow();
    const venue = { id: stall.id, timezone: stall.timezone };
    const sales = await salesOf(exportDb, { venue, vendorId, range: { from: day, to: day } });
    const head = { stall: stall.name, day, asOf: clock.now().toISOString(), timeZone: venue.timezone };
    const none = { currency: stall.currency, currencySymbol: stall.currency_symbol, ...NOTHING };
    return (sales.length > 0 ? sales.map(figuresOf) : [none]).map((figures) => ({ ...head, ...figures }));
  };

const NOTHING = {
  orders: 0,
  cancelled: 0,
  itemsSold: 0,
  salesMinor: 0,
  serviceChargeMinor: 0,
  taxAddedMinor: 0,
  tipsMinor: 0,
  taxes: [],
  paidMinor: 0,
  refundsMinor: 0,
  netMinor: 0,
  items: [],
};

function figuresOf({ currency, currencySymbol, total, items }: Sales) {
  return {
    currency,
    currencySymbol,
    orders: total.orders,
    cancelled: total.cancelled,
    itemsSold: items.reduce((sum, { quantity }) => sum + quantity, 0),
    salesMinor: total.salesMinor,
    serviceChargeMinor: total.serviceChargeMinor,
    taxAddedMinor: total.grossMinor - total.salesMinor - total.serviceChargeMinor - total.tipsMinor,
    tipsMinor: total.tipsMinor,
    taxes: total.taxes.map(({ name, rateBasisPoints, taxMinor }) => ({
      name: `${name} ${rateBasisPoints / 100} %`,
      amountMinor: taxMinor,
    })),
    paidMinor: total.grossMinor,
    refundsMinor: total.refundsMinor,
    netMinor: total.grossMinor - total.refundsMinor,
    items: items
      .filter(({ name, quantity }) => name !== null && quantity > 0)
      .map(({ name, quantity, salesMinor }) => ({ name: name ?? '', quantity, salesMinor })),
  };
}
