// Plays a buyer with a browser. The buyer fills a cart, starts payments, enters cards at the provider, comes back, and tries again when the
// network fails.
import { randomUUID } from 'node:crypto';
import { toMinor } from 'shared-contracts/rules/money';
import { cartSchema, one, signedInSchema } from 'shared-contracts/schemas';
import { anAdd, aRegistration } from 'shared-contracts/testing/builders';
import type { Cart, PaymentProvider } from 'shared-contracts/types';
import { z } from 'zod';
import { type Account, logIn, newPerson } from '../client/accounts';
import { type Call, clientOf, codeOf, isSuccess, type Reply, type Send } from '../client/http';
import { type Line, usualDelivery } from '../client/orders';
import { type Card, type StartedPayment, startedPayment } from '../client/sandbox';
import type { MarketVenue } from './market';
import type { Random } from './random';
import type { Site } from './site';

const TRIES = 6;
const PATHS: Record<PaymentProvider, string> = {
  Stripe: 'pay-with-stripe',
  Paystack: 'pay-with-paystack',
  Global: 'pay-with-global',
};

/** The conflicts with which each step may be refused, since the screen has a text for them. Any other refusal is a defect. */
const START_CONFLICTS = ['CART_CLOSED', 'CART_CHANGED', 'PAYMENT_PROCESSING'];
const REFUND_REFUSALS = ['NOTHING_TO_REFUND', 'REFUND_TOO_MUCH', 'REFUND_TOO_MANY'];
const FINISH_CONFLICTS = ['PAYMENT_MISMATCH', 'PAYMENT_DUPLICATE', 'PAYMENT_EXPIRED'];

const refundSchema = one(z.object({ amount: z.number() }));

/** Counts an event by its name. */
export type Tally = (name: string, times?: number) => void;

export type Payment = StartedPayment & { cartId: number };

interface Outcome extends Reply {
  /** The error code of a refusal. */
  code: string | null;
}

/** Payments that have not ended yet. */
export interface Left {
  /** All started payments. */
  started: Payment[];
  /** Payments whose form stays open for more than a day. */
  late: { buyer: Buyer; payment: Payment }[];
  /** Payments whose orders were refunded. */
  refunded: { payment: Payment; orderIds: number[] }[];
}

interface Setting {
  site: Site;
  venue: MarketVenue;
  provider: PaymentProvider;
  random: Random;
  tally: Tally;
  left: Left;
}

export interface Buyer {
  provider: PaymentProvider;
  random: Random;
  tally: Tally;
  /** @throws while the cart is empty */
  cart: () => Cart;
  fillCart: () => Promise<void>;
  /** Adds a line of a vendor, or increases a line. */
  changeCart: () => Promise<void>;
  /** @returns null if the cart takes no further payment or the provider stays away */
  start: () => Promise<Payment | null>;
  /** Shows the provider's form. */
  showForm: (payment: Payment) => Promise<void>;
  /** Enters the card at the provider. Returns true if it says that the card was charged. */
  enterCard: (payment: Payment, card?: Card) => Promise<boolean>;
  /** Makes the page's call after the provider's form is done, `times` at the same moment. @returns the statuses */
  finish: (payment: Payment, times?: number) => Promise<number[]>;
  /** Leaves the provider's form open, to pay on another day. */
  payLater: (payment: Payment) => void;
  /** Remembers a payment that was partly or wholly refunded. */
  hasRefunds: (payment: Payment) => void;
  /** Presents a payment for a cart. The site must refuse it, with one of the given codes. */
  refusedFor: (cartId: number, codes: string[], body: object) => Promise<void>;
  /** Refunds something of the paid cart as the venue's operator. @returns the refund's amount in minor units, or null for a refusal */
  refundAsOperator: (orderId: number, body: object) => Promise<number | null>;
  /** Makes a call that must be refused with one of the given codes. */
  refused: (codes: string[], call: Call) => Promise<void>;
}

/** Repeats calls that a kill of the API cuts off. */
function persistent(site: Site, tally: Tally): Send {
  return async (call) => {
    for (let tries = 0; ; tries += 1) {
      await site.up;
      site.tick();
      try {
        return await site.send(call);
      } catch (error) {
        if (tries === TRIES) throw error;
        tally('calls cut off by a kill');
      }
    }
  };
}

async function registered(send: Send): Promise<Account> {
  const person = { ...newPerson(), email: `${randomUUID()}@payments.test` };
  const reply = await send({ method: 'POST', path: '/register', body: aRegistration(person) });
  // The status 422 means that the response to the first try was lost.
  if (reply.status !== 201) return logIn(send, person.email, person.password);
  const session = signedInSchema.parse(reply.body);
  return { ...session, ...clientOf(send, session.token) };
}

/** The page's data after the provider's form is done. */
export const handInOf = (payment: Payment) => ({
  reference: payment.reference,
  ...(payment.provider === 'Global' && payment.response && { response: payment.response }),
});

/** @returns a buyer with an account */
export async function newBuyer({ site, venue, provider, random, tally, left }: Setting): Promise<Buyer> {
  const { send } = await registered(persistent(site, tally));
  let cart: Cart | null = null;

  /** @throws for a refusal that is not allowed */
  async function expected(isAllowed: (outcome: Outcome) => boolean, call: Call): Promise<Outcome> {
    const reply = await send(call);
    const outcome = { ...reply, code: isSuccess(reply) ? null : codeOf(reply) };
    if (isSuccess(reply) || isAllowed(outcome)) return outcome;
    throw new Error(`${provider}: ${call.method} ${call.path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  }

  function currentCart(): Cart {
    if (!cart) throw new Error('The cart is empty.');
    return cart;
  }

  async function add(lines: readonly Line[]): Promise<void> {
    const line = random.pick(lines);
    const { body } = await expected(() => false, {
      method: 'POST',
      path: '/carts',
      body: anAdd({ ...line, quantity: random.int(1, 3) }),
      headers: { 'idempotency-key': randomUUID() },
    });
    cart = one(cartSchema).parse(body).data;
  }

  async function settleDelivery(): Promise<void> {
    for (const { id, vendor } of currentCart().orders.data) {
      // The cart was paid meanwhile, and later additions have moved to a new cart.
      await expected(({ code }) => code === 'CART_CLOSED' || code === 'NOT_FOUND', {
        method: 'PUT',
        path: `/orders/${id}`,
        body: usualDelivery(vendor.delivery_method_types),
      });
    }
  }

  /** Chooses a tip for every third cart whose hall takes tips. */
  async function chooseTip(): Promise<void> {
    const { id, tip } = currentCart();
    if (!tip || !random.chance(1 / 3)) return;
    const offers = tip.offers.map(({ percent }) => ({ percent }));
    const body = random.pick([...offers, { amount: Math.min(1, tip.most) }]);
    await expected(() => false, { method: 'PUT', path: `/carts/${id}/tip`, body });
    tally('carts with a tip');
  }

  async function refused(codes: string[], call: Call): Promise<void> {
    const { code } = await expected((outcome) => outcome.code !== null && codes.includes(outcome.code), call);
    if (code === null) throw new Error(`${provider}: ${call.method} ${call.path} was not refused`);
    tally(`refused with ${code}`);
  }

  const operator = clientOf(persistent(site, tally), site.operatorToken);

  const pathFor = (cartId: number) => `/carts/${cartId}/${PATHS[provider]}`;

  const buyer: Buyer = {
    provider,
    random,
    tally,
    cart: currentCart,

    async fillCart() {
      for (const lines of random.shuffled(venue.vendors).slice(0, random.int(1, 8))) await add(lines);
      await settleDelivery();
      await chooseTip();
    },

    async changeCart() {
      await add(random.pick(venue.vendors));
      await settleDelivery();
    },

    async start() {
      const cartId = currentCart().id;
      const call: Call =
        provider === 'Paystack'
          ? { method: 'GET', path: `/carts/newpayment?cart_id=${cartId}&provider=Paystack` }
          : { method: 'POST', path: `/carts/${cartId}/start-${provider.toLowerCase()}`, body: {} };
      for (let tries = 0; tries < TRIES; tries += 1) {
        const { status, body, code } = await expected(
          (outcome) =>
            (outcome.status === 409 && START_CONFLICTS.includes(outcome.code ?? '')) ||
            (outcome.status === 502 && outcome.code === 'PROVIDER_UNAVAILABLE'),
          call,
        );
        if (status === 200) {
          const payment: Payment = { ...startedPayment(provider, body), cartId };
          left.started.push(payment);
          return payment;
        }
        tally(`start responded ${code}`);
        if (status === 409 && code !== 'CART_CHANGED') return null;
      }
      return null;
    },

    showForm: (payment) => site.sandbox.openForm(payment),

    async enterCard(payment, card) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const status = await site.sandbox.enterCard(payment, venue.key, card);
        if (status < 500) return status === 200;
      }
      return false;
    },

    async finish(payment, times = 1) {
      const call: Call = { method: 'POST', path: pathFor(payment.cartId), body: handInOf(payment) };
      if (times > 1) tally('double submits');
      const outcomes = await Promise.all(
        Array.from({ length: times }, () =>
          expected(
            ({ status, code }) => status === 402 || (status === 409 && FINISH_CONFLICTS.includes(code ?? '')),
            call,
          ),
        ),
      );
      for (const { status, code } of outcomes) tally(`finish responded ${status}${code ? ` ${code}` : ''}`);
      return outcomes.map(({ status }) => status);
    },

    hasRefunds: (payment) =>
      void left.refunded.push({ payment, orderIds: currentCart().orders.data.map(({ id }) => id) }),

    payLater: (payment) => void left.late.push({ buyer, payment }),

    async refundAsOperator(orderId, body) {
      const headers = { 'idempotency-key': randomUUID() };
      const call: Call = {
        method: 'POST',
        path: `/orders/${orderId}/refunds`,
        body: { reason: 'Cold', ...body },
        headers,
      };
      // Two calls come at the same moment, as with a double click.
      const replies = await Promise.all(
        random.chance(0.3) ? [operator.send(call), operator.send(call)] : [operator.send(call)],
      );
      if (replies.length > 1) tally('refunds requested twice');
      const [amount = null] = replies.map((reply) => {
        if (isSuccess(reply)) return toMinor(refundSchema.parse(reply.body).data.amount, currentCart().currency);
        const code = codeOf(reply) ?? '';
        if (!REFUND_REFUSALS.includes(code)) {
          throw new Error(`${provider}: ${call.path}: ${reply.status} ${JSON.stringify(reply.body)}`);
        }
        tally(`refund responded ${code}`);
        return null;
      });
      if (amount !== null) tally('refunds requested');
      return amount;
    },

    refusedFor: (cartId, codes, body) => refused(codes, { method: 'POST', path: pathFor(cartId), body }),
    refused,
  };
  return buyer;
}
