/** The sales of a venue, and the amount that it owes each of its vendors. Amounts on the wire are major units. */

import { notFound } from 'core/errors';
import { idParameter } from 'core/http/id-parameter';
import { allow } from 'core/policy/require-policies';
import { toMajor } from 'shared-contracts/rules/money';
import { idSchema, many, moneySchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { t } from '../../words';
import { dayRange } from './day-range';
import { type Payout, payoutsOf } from './payouts.query';
import { findVenue, isVendorOf, refuseRange } from './report-venue';
import { type CountedFigures, type Figures, salesOf, type TaxFigures } from './sales.query';

const byId = z.object({ id: idParameter });
const count = z.int().nonnegative();
/** An amount that may be negative, because refunds of earlier sales may exceed the sales. */
const balanceSchema = z.number();

const payoutSchema = z.object({
  /** null: the venue's part, which is the service charge and its tax. */
  vendor: z.object({ id: idSchema, name: z.string() }).nullable(),
  currency: z.string().length(3),
  currency_symbol: z.string(),
  /** The number of paid orders. */
  orders: count,
  /** The vendor's shares of the payments. */
  shares: moneySchema,
  refunds: moneySchema,
  /** shares − refunds */
  payout: balanceSchema,
});

const figures = {
  /** The amount that was paid: lines, service charge, tax and tips. */
  gross: moneySchema,
  /** The part of gross that is tax. */
  tax: moneySchema,
  /** The part of gross that is service charge, without its tax if tax is added. */
  service_charge: moneySchema,
  /** The part of gross that is tips. Left out if there are none. */
  tips: moneySchema.optional(),
  refunds: moneySchema,
  /** The part of refunds that is tax. */
  refunded_tax: moneySchema,
  /** gross − refunds */
  net: balanceSchema,
};
/** The amounts by tax rate. The tax of the service charge is at the venue's rate. */
const taxSchema = z.object({
  name: z.string(),
  /** The rate in percent. */
  rate: z.number(),
  /** The prices without tax. */
  base: moneySchema,
  amount: moneySchema,
  /** A refund of one minor unit may consist of tax only. */
  refunded_base: balanceSchema,
  refunded: moneySchema,
});
const counted = { orders: count, ...figures, taxes: z.array(taxSchema) };
const vendorSchema = z.object({ id: idSchema, name: z.string() });

/** The sales in one currency. A venue has one currency, unless it was changed. */
const salesSchema = z.object({
  currency: z.string().length(3),
  currency_symbol: z.string(),
  total: z.object(counted),
  days: z.array(z.object({ day: z.iso.date(), ...counted })),
  vendors: z.array(z.object({ vendor: vendorSchema, ...counted })),
  /** The row with item null has the refunds of amounts, which belong to no item. */
  items: z.array(
    z.object({
      item: z.object({ id: idSchema, name: z.string() }).nullable(),
      vendor: vendorSchema,
      quantity: count,
      refunded_quantity: count,
      ...figures,
    }),
  ),
});

const ofDays = z.object({ from: z.iso.date(), to: z.iso.date(), timezone: z.string() });

export const reportsModule: ApiModule = (app, { db, exportDb }) => {
  app.get(
    '/venues/:id/payouts',
    {
      config: { policy: 'owner' },
      schema: {
        params: byId,
        querystring: z.object({ ...dayRange, vendor: idParameter.optional() }),
        response: { 200: many(payoutSchema).extend({ days: ofDays }) },
      },
    },
    async (request) => {
      const { from, to, vendor } = request.query;
      const range = { from, to };
      const isOfVenue = vendor !== undefined && (await isVendorOf(db, request.params.id, vendor));
      allow(
        request,
        { venueId: request.params.id, vendorId: isOfVenue ? vendor : undefined },
        { message: t('Only an operator of this venue may do that, and an owner for their own vendor.') },
      );
      if (vendor !== undefined && !isOfVenue) throw notFound(t('Vendor not found.'));
      refuseRange(range);
      const venue = await findVenue(db, request.params.id);
      const payouts = await payoutsOf(exportDb, { venue, range, vendorId: vendor ?? null });
      return { data: payouts.map(presentPayout), days: { ...range, timezone: venue.timezone } };
    },
  );

  app.get(
    '/venues/:id/sales',
    {
      config: { policy: 'operator' },
      schema: {
        params: byId,
        querystring: z.object(dayRange),
        response: { 200: many(salesSchema).extend({ days: ofDays }) },
      },
    },
    async (request) => {
      allow(request, { venueId: request.params.id });
      const { from, to } = request.query;
      const range = { from, to };
      refuseRange(range);
      const venue = await findVenue(db, request.params.id);
      const sales = await salesOf(exportDb, { venue, range, vendorId: null });
      return {
        data: sales.map(({ currency, currencySymbol, total, days, vendors, items }) => {
          const shown = <Given extends Figures>(given: Given) => presentFigures(given, currency);
          const countedOf = (given: CountedFigures) => ({
            orders: given.orders,
            ...shown(given),
            taxes: given.taxes.map((tax) => presentTax(tax, currency)),
          });
          return {
            currency,
            currency_symbol: currencySymbol,
            total: countedOf(total),
            days: days.map((each) => ({ day: each.day, ...countedOf(each) })),
            vendors: vendors.map((each) => ({ vendor: { id: each.vendorId, name: each.name }, ...countedOf(each) })),
            items: items.map((each) => ({
              item: each.itemId === null ? null : { id: each.itemId, name: each.name ?? '' },
              vendor: { id: each.vendorId, name: each.vendorName },
              quantity: each.quantity,
              refunded_quantity: each.refundedQuantity,
              ...shown(each),
            })),
          };
        }),
        days: { ...range, timezone: venue.timezone },
      };
    },
  );
};

function presentPayout({ vendor_id, vendor_name, currency, currency_symbol, orders, ...minor }: Payout) {
  const { shares_minor, refunds_minor } = minor;
  return {
    vendor: vendor_id === null ? null : { id: vendor_id, name: vendor_name ?? '' },
    currency,
    currency_symbol,
    orders,
    shares: toMajor(shares_minor, currency),
    refunds: toMajor(refunds_minor, currency),
    payout: toMajor(shares_minor - refunds_minor, currency),
  };
}

function presentFigures(given: Figures, currency: string) {
  const { grossMinor, taxMinor, serviceChargeMinor, tipsMinor, refundsMinor, refundedTaxMinor } = given;
  return {
    gross: toMajor(grossMinor, currency),
    tax: toMajor(taxMinor, currency),
    service_charge: toMajor(serviceChargeMinor, currency),
    ...(tipsMinor > 0 && { tips: toMajor(tipsMinor, currency) }),
    refunds: toMajor(refundsMinor, currency),
    refunded_tax: toMajor(refundedTaxMinor, currency),
    net: toMajor(grossMinor - refundsMinor, currency),
  };
}

function presentTax(tax: TaxFigures, currency: string) {
  return {
    name: tax.name,
    rate: tax.rateBasisPoints / 100,
    base: toMajor(tax.baseMinor, currency),
    amount: toMajor(tax.taxMinor, currency),
    refunded_base: toMajor(tax.refundedBaseMinor, currency),
    refunded: toMajor(tax.refundedTaxMinor, currency),
  };
}
