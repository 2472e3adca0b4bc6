import type { Queryable } from 'core/database/kysely';
import { currentLanguage } from 'shared-contracts/language';
import { toMajor } from 'shared-contracts/rules/money';
import { tipOn } from 'shared-contracts/rules/tips';
import type { CartAmounts } from 'shared-contracts/rules/totals';
import type { Cart, Order } from 'shared-contracts/types';
import { presentOpening } from '../../menu/hours/opening.presenter';
import { t } from '../../words';
import { orderIn } from '../orders/line-texts';
import { presentOrder } from '../orders/order.presenter';
import { type OrderRecord, ordersOfCart } from '../orders/order.repository';
import { amountsOfOrders } from '../orders/order-amounts';
import type { CartRow } from './cart.repository';

interface CartTerms {
  currency: string;
  currency_symbol: string;
  tip_rates_bp: number[] | null;
  /** The email of the buyer. */
  email: string;
}

/**
 * Presents the whole cart for a response.
 * @param now the instant at which its vendors are open or closed
 * @param known the terms of its vendors, if the caller has read them already
 */
export async function presentCart(db: Queryable, cart: CartRow, now: Date, known?: CartTerms): Promise<Cart> {
  const terms = known ?? (await termsOf(db, cart));
  const orders = (await ordersOfCart(db, cart.id)).map((order) => orderIn(order, currentLanguage()));
  const amounts = amountsOfOrders(orders);
  const major = (minor: number): number => toMajor(minor, terms.currency);
  const lines = orders.flatMap((order) => order.lines);
  return {
    id: cart.id,
    venue_id: cart.venue_id,
    state: cart.state,
    version: cart.version,
    item_count: lines.reduce((count, { quantity }) => count + quantity, 0),
    currency: terms.currency,
    currency_symbol: terms.currency_symbol,
    item_total: major(amounts.itemTotalMinor),
    adjustment_tax: major(amounts.adjustmentTaxMinor),
    adjustments:
      amounts.serviceChargeMinor === 0
        ? []
        : [{ label: t('Service charge'), amount: major(amounts.serviceChargeMinor) }],
    ...presentTip(cart, amounts, terms),
    total: major(amounts.totalMinor),
    payable: cart.state === 'new' && lines.length > 0 && lines.every(({ available }) => available),
    account: { email: terms.email },
    orders: { data: orders.map((order) => presentCartOrder(order, now)) },
    paymentnumber: cart.payment_number,
  };
}

/** Presents the tip and the offers of the hall. Free items have none, since there is nothing to pay. */
function presentTip(
  cart: CartRow,
  { itemTotalMinor, tipMinor }: CartAmounts,
  { currency, tip_rates_bp: rates }: CartTerms,
): Pick<Cart, 'tip'> {
  if (rates === null || itemTotalMinor === 0) return {};
  const offers = rates.map((rateBasisPoints) => ({
    percent: rateBasisPoints / 100,
    amount: toMajor(tipOn(itemTotalMinor, { rateBasisPoints }, currency), currency),
  }));
  const percent = cart.tip_rate_bp === null ? null : cart.tip_rate_bp / 100;
  const isCut = cart.tip_minor !== null && cart.tip_minor > tipMinor;
  return {
    tip: {
      amount: toMajor(tipMinor, currency),
      percent,
      offers,
      most: toMajor(itemTotalMinor, currency),
      ...(isCut && { chosen: toMajor(cart.tip_minor ?? 0, currency) }),
    },
  };
}

/** A placed order is fulfilled even if its vendor is closed. */
function presentCartOrder(record: OrderRecord, now: Date): Order {
  const order = presentOrder(record);
  if (record.state !== 'cart') return order;
  return {
    ...order,
    vendor: {
      ...order.vendor,
      ...presentOpening({ ...record, timezone: record.venue_timezone }, now),
      ...(record.states_allergens && { states_allergens: true as const }),
    },
  };
}

function termsOf(db: Queryable, cart: CartRow): Promise<CartTerms> {
  return db
    .selectFrom('carts')
    .innerJoin('venues', 'venues.id', 'carts.venue_id')
    .innerJoin('users', 'users.id', 'carts.user_id')
    .select(['venues.currency', 'venues.currency_symbol', 'venues.tip_rates_bp', 'users.email'])
    .where('carts.id', '=', cart.id)
    .executeTakeFirstOrThrow();
}
