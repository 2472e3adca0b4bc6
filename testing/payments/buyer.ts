// A buyer with a browser: fills a cart, starts payments, enters cards at the provider, comes back, and tries again whenever
// the network fails.
import { randomUUID } from 'node:crypto';

const TRIES = 6;
const PASSWORD = 'payments-on-trial';
const PATHS = { Stripe: 'pay-with-stripe', Paystack: 'pay-with-paystack', Global: 'pay-with-global' };
const CARDS = {
  Stripe: { good: '4242424242424242', bad: '4000000000000002' },
  Paystack: { good: '4084084084084081', bad: '4084080000005408' },
  Global: { good: '4263970000005262', bad: '4000120000001154' },
};
const PAYSTACK_CVV = { good: '408', bad: '001' };

/** What each step may answer, besides 200: a conflict that the screen has words for. Anything else is a defect. */
const START_CONFLICTS = new Set(['CART_CLOSED', 'CART_CHANGED', 'PAYMENT_PROCESSING']);
const FINISH_CONFLICTS = new Set(['PAYMENT_MISMATCH', 'PAYMENT_DUPLICATE']);

/**
 * @param {{site: object, venue: object, provider: string, random: object, tally: (name: string) => void,
 *   started: object[]}} setting `started` is told of every payment that the buyer starts
 * @returns a buyer with an account
 */
export async function newBuyer({ site, venue, provider, random, tally, started }) {
  const email = `${randomUUID()}@payments.test`;
  let token = '';

  /** A call that is made again while the API is away. */
  async function call(method, address, body, headers = {}) {
    for (let tries = 0; ; tries += 1) {
      await site.up;
      site.tick();
      try {
        const answer = await fetch(`${site.url}${address}`, {
          method,
          headers: {
            ...(token && { authorization: `Bearer ${token}` }),
            ...(body && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
      } catch (error) {
        if (tries === TRIES) throw error;
        tally('calls cut off by a kill');
      }
    }
  }

  async function expected(allowed, method, address, body, headers) {
    const answer = await call(method, address, body, headers);
    const { status } = answer;
    const code = answer.body?.code ?? null;
    if (status < 300 || allowed({ status, code })) return { ...answer, code };
    throw new Error(`${provider}: ${method} ${address} answered ${status} ${JSON.stringify(answer.body)}`);
  }

  const person = { name: 'Payer', email, phone: '0820000009', password: PASSWORD, password_confirmation: PASSWORD };
  const registered = await call('POST', '/register', person);
  // 422: the answer to the first try was lost.
  const { body: session } =
    registered.status === 201
      ? registered
      : await call('POST', '/login', { email, phone: person.phone, password: PASSWORD });
  token = session.token;

  const buyer = {
    provider,
    random,
    tally,
    cart: null,

    /** Adds a line of the vendor, or another of the same. */
    async add(vendor) {
      const { price, options_total, ...line } = random.pick(vendor.lines);
      const quantity = random.int(1, 3);
      const money = { item_total: price * quantity, total: (price + options_total) * quantity };
      const wanted = { ...line, price, options_total, quantity, notes: '', ...roundedOf(money) };
      const key = { 'idempotency-key': randomUUID() };
      const { body } = await expected(() => false, 'POST', '/carts', wanted, key);
      buyer.cart = body.data;
      return body.data;
    },

    async settleDelivery() {
      for (const order of buyer.cart.orders.data) {
        const { delivery_method_types: types } = order.vendor;
        const type = types.includes('collect') ? 'collect' : types[0];
        // Paid in between: what came in after the start has moved to a new cart.
        const allowed = ({ code }) => code === 'CART_CLOSED' || code === 'NOT_FOUND';
        await expected(allowed, 'PUT', `/orders/${order.id}`, {
          delivery_method: type === 'collect' ? 'collect' : 'deliver',
          delivery_method_type: type,
          delivery_method_location: type === 'collect' ? '' : '12',
        });
      }
    },

    async fillCart() {
      const vendors = random.shuffled(venue.vendors).slice(0, random.int(1, 8));
      for (const vendor of vendors) await buyer.add(vendor);
      await buyer.settleDelivery();
    },

    async changeCart() {
      await buyer.add(random.pick(venue.vendors));
      await buyer.settleDelivery();
    },

    /** @returns what a card is entered for; null where the cart takes no payment any more or the provider stays away */
    async start(cartId = buyer.cart.id) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const allowed = ({ status, code }) =>
          (status === 409 && START_CONFLICTS.has(code)) || (status === 502 && code === 'PROVIDER_UNAVAILABLE');
        const { status, body, code } =
          provider === 'Paystack'
            ? await expected(allowed, 'GET', `/carts/newpayment?cart_id=${cartId}&provider=Paystack`)
            : await expected(allowed, 'POST', `/carts/${cartId}/start-${provider.toLowerCase()}`, {});
        if (status === 200) {
          const payment = { provider, cartId, ...startedOf(provider, body) };
          started.push(payment);
          return payment;
        }
        tally(`start answered ${code}`);
        if (status === 409 && code !== 'CART_CHANGED') return null;
      }
      return null;
    },

    /** Shows the provider's form; Global's page is the only one that is fetched for it. */
    async showForm(started) {
      if (provider === 'Global') started.token ??= await openHostedPage(site.sandboxUrl, started.request);
    },

    /** At the provider. True when it says that the card was charged. */
    async enterCard(started, card = 'good') {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const status = await enter(site.sandboxUrl, provider, venue.key, started, card);
        if (status < 500) return status === 200;
      }
      return false;
    },

    /** What the page does when the provider's form is done; `times` at the same moment. @returns the answers' statuses */
    async finish(started, times = 1) {
      const body = { reference: started.reference, ...(started.answer && { response: started.answer }) };
      const allowed = ({ status, code }) => status === 402 || (status === 409 && FINISH_CONFLICTS.has(code));
      if (times > 1) tally('double submits');
      const answers = await Promise.all(
        Array.from({ length: times }, () =>
          expected(allowed, 'POST', `/carts/${started.cartId}/${PATHS[provider]}`, body),
        ),
      );
      for (const { status, code } of answers) tally(`finish answered ${status}${code ? ` ${code}` : ''}`);
      return answers.map(({ status }) => status);
    },

    /** Must be refused, in one of the given ways. */
    async refused(codes, method, address, body, headers) {
      const { status, code } = await expected(
        ({ code: found }) => codes.includes(found),
        method,
        address,
        body,
        headers,
      );
      if (status < 300) throw new Error(`${provider}: ${method} ${address} was not refused`);
      tally(`refused with ${code}`);
    },

    pathOf: (cartId) => `/carts/${cartId}/${PATHS[provider]}`,
  };
  return buyer;
}

/** Sums of decimals, at the three decimals that a currency may have. */
function roundedOf(money) {
  return Object.fromEntries(Object.entries(money).map(([name, value]) => [name, Math.round(value * 1000) / 1000]));
}

function startedOf(provider, body) {
  if (provider === 'Paystack') return { reference: body.source_id, accessCode: body.access_code };
  if (provider === 'Global') return { reference: JSON.parse(body.secret).ORDER_ID, request: JSON.parse(body.secret) };
  const { clientSecret } = body.secret;
  return { reference: clientSecret.split('_secret_')[0], clientSecret };
}

/** @returns {Promise<number>} the provider's status: 200 when the card was charged */
async function enter(sandboxUrl, provider, key, started, card) {
  const number = CARDS[provider][card];
  if (provider === 'Stripe') {
    const form = {
      key,
      client_secret: started.clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    };
    const address = `${sandboxUrl}/v1/payment_intents/${started.reference}/confirm`;
    return (await fetch(address, { method: 'POST', body: new URLSearchParams(form) })).status;
  }
  if (provider === 'Paystack') {
    const answer = await postJson(`${sandboxUrl}/paystack/charge/${started.accessCode}`, {
      number,
      cvv: PAYSTACK_CVV[card],
    });
    if (!answer.ok) return answer.status;
    return (await answer.json()).status === 'success' ? 200 : 402;
  }
  // The page is opened when the form is shown, and stays open for as long as the buyer likes.
  started.token ??= await openHostedPage(sandboxUrl, started.request);
  if (!started.token) return 400;
  const answer = await postJson(`${sandboxUrl}/global/pay/${started.token}`, { number });
  if (!answer.ok) return answer.status;
  started.answer = JSON.stringify((await answer.json()).answer);
  return card === 'good' ? 200 : 402;
}

/** @returns {Promise<string | undefined>} the page's key to the order; undefined where the page refuses it */
async function openHostedPage(sandboxUrl, request) {
  const body = new URLSearchParams({
    ...request,
    HPP_POST_RESPONSE: 'http://localhost',
    HPP_POST_DIMENSIONS: 'http://localhost',
  });
  const answer = await fetch(`${sandboxUrl}/pay`, { method: 'POST', body });
  return /data-token="(\w+)"/.exec(await answer.text())?.[1];
}

function postJson(url, body) {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}
