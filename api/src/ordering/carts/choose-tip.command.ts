import { invalid } from 'core/errors';
import type { Session } from 'core/http/session';
import { formatMinor, toMinor } from 'shared-contracts/rules/money';
import { type TipChoice, tipStep } from 'shared-contracts/rules/tips';
import type { Cart, TipChange } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { lockOwnOpenCart } from './cart.policy';
import { presentCart } from './cart.presenter';
import { tipOf } from './cart.repository';
import { cartChanged, itemTotalOf, readContents } from './write-cart';

export interface ChooseTipInput {
  session: Session;
  cartId: number;
  wanted: TipChange;
  socketId: string | null;
}

interface TipTerms {
  rates: readonly number[] | null;
  itemTotalMinor: number;
  currency: string;
  symbol: string;
}

/**
 * Sets the tip of a cart. A percentage is one that the hall offers, and the server computes what it comes to. The same choice again changes
 * nothing, so that an open payment stays.
 * @throws ApiError 404; 409 CART_CLOSED with the cart; 422 for a tip that the hall or the cart does not take
 */
export function chooseTip(
  { outbox, clock }: Pick<Deps, 'outbox' | 'clock'>,
  { session, cartId, wanted, socketId }: ChooseTipInput,
): Promise<Cart> {
  return outbox.transaction(async (trx) => {
    const now = clock.now();
    const cart = await lockOwnOpenCart(trx, session, { id: cartId, now });
    const venue = await trx
      .selectFrom('venues')
      .select(['tip_rates_bp as rates', 'currency', 'currency_symbol as symbol'])
      .where('id', '=', cart.venue_id)
      .executeTakeFirstOrThrow();
    const { orders } = await readContents(trx, cart);
    const choice = choiceOf(wanted, { ...venue, itemTotalMinor: itemTotalOf(orders) });
    if (JSON.stringify(choice) === JSON.stringify(tipOf(cart))) return presentCart(trx, cart, now);
    const columns = {
      tip_rate_bp: choice !== null && 'rateBasisPoints' in choice ? choice.rateBasisPoints : null,
      tip_minor: choice !== null && 'amountMinor' in choice ? choice.amountMinor : null,
    };
    await trx.updateTable('carts').set(columns).where('id', '=', cart.id).execute();
    const changed = { ...cart, ...columns };
    const version = await cartChanged(trx, changed, socketId);
    return presentCart(trx, { ...changed, version }, now);
  });
}

function choiceOf(wanted: TipChange, { rates, itemTotalMinor, currency, symbol }: TipTerms): TipChoice | null {
  if ('percent' in wanted ? wanted.percent === null : wanted.amount === 0) return null;
  if (rates === null) throw refused(t('This hall takes no tips.'));
  if (itemTotalMinor === 0) throw refused(t('Everything in your cart is free, so there is nothing to tip on.'));
  if ('percent' in wanted) {
    const rateBasisPoints = rates.find((rate) => rate / 100 === wanted.percent);
    if (rateBasisPoints === undefined) throw refused(t('This hall does not offer that tip. Please choose again.'));
    return { rateBasisPoints };
  }
  const text = (minor: number) => formatMinor(minor, currency, symbol);
  const step = tipStep(currency);
  const amountMinor = minorOf(wanted.amount, currency);
  if (amountMinor === null) throw refused(t('This is not an amount of {currency}.', { currency }));
  if (amountMinor > itemTotalMinor) {
    throw refused(t('A tip can be at most the price of the items, {amount}.', { amount: text(itemTotalMinor) }));
  }
  if (amountMinor % step !== 0) throw refused(t('A tip must be a multiple of {amount}.', { amount: text(step) }));
  return { amountMinor };
}

function minorOf(major: number, currency: string): number | null {
  try {
    return toMinor(major, currency);
  } catch {
    return null;
  }
}

const refused = (message: string) => invalid({ tip: [message] }, 'TIP_REFUSED');
