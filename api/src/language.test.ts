import { once } from 'node:events';
import http, { type ClientRequest, type IncomingMessage, type Server } from 'node:http';
import type { Email } from './messages/mail/mailer';
import { TestBrowser } from './messages/push/push.testing';
import { Market } from './ordering/carts/market.testing';
import { storeCart } from './testing/payments';
import { storeUser, storeVenue, type TestUser, type TestVenue } from './testing/stored';
import { withTestApp } from './testing/test-app';

/** The pushes that the site has sent, still encrypted. */
const pushed: Buffer[] = [];
const api = withTestApp({
  overrides: {
    pushTransport: {
      post: async ({ body }) => {
        pushed.push(body);
        return 201;
      },
    },
  },
});
const market = new Market(() => api.current);
const db = () => api.current.deps.db;

beforeEach(() => {
  pushed.length = 0;
});

type Headers = Record<string, string>;

const MISSING = {
  en: 'Venue not found.',
  fr: 'Halle introuvable.',
  es: 'No se ha encontrado el mercado.',
  ar: 'الصالة غير موجودة.',
};
type Language = keyof typeof MISSING;

async function refusalOf(headers: Headers, path = '/venues/999999'): Promise<string> {
  const response = await market.call('GET', path, null, undefined, headers);
  return response.json().message;
}

describe('the message of an error', () => {
  test.each<[string, Headers, Language]>([
    ['the first language of the browser that the site has', { 'accept-language': 'de, fr-CA;q=0.8, en;q=0.5' }, 'fr'],
    ['the choice before the languages of the browser', { cookie: 'a=1; language=ar', 'accept-language': 'fr' }, 'ar'],
    [
      'the browser after a choice that the site does not have',
      { cookie: 'language=de', 'accept-language': 'es' },
      'es',
    ],
    ['English without a header', {}, 'en'],
    ['English for a header that is nonsense', { 'accept-language': ';;q=x,=*,\u00ff', cookie: 'language=' }, 'en'],
  ])('comes in %s', async (_what, headers, language) => {
    expect(await refusalOf(headers)).toBe(MISSING[language]);
  });

  test('keeps its code and status, and no cache stores it', async () => {
    const response = await market.call('GET', '/venues/999999', null, undefined, { 'accept-language': 'fr' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ message: MISSING.fr, code: 'NOT_FOUND' });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('is translated at its field too', async () => {
    const french = { 'accept-language': 'fr' };
    const response = await market.call('GET', '/vendors', null, undefined, french);
    expect(response.json()).toMatchObject({
      message: 'venue_id\u00a0: valeur manquante.',
      errors: { venue_id: ['venue_id\u00a0: valeur manquante.'] },
    });
    const operator = await storeUser(db(), { isSiteOperator: true });
    const form = await market.call('POST', '/venues', operator, { name: '', currency: 'X' }, french);
    expect(form.json().errors).toMatchObject({
      name: ['Le nom est requis'],
      currency: ['Choisissez une devise, comme CAD.'],
    });
  });

  test('does not mix with the languages of other requests that wait for the same response', async () => {
    const languages: Language[] = ['fr', 'ar', 'en', 'es', 'ar', 'fr'];
    const messages = await Promise.all(languages.map((language) => refusalOf({ 'accept-language': language })));
    expect(messages).toEqual(languages.map((language) => MISSING[language]));
  });

  test('comes in the language of its request when the body arrives late', async () => {
    const { app } = api.current;
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const languages: Language[] = ['fr', 'ar', 'en'];
    const allBegun = nthRequest(app.server, languages.length);
    const requests = languages.map((language) => new LateRequest(port, language));
    // The server has read the headers of all, and waits for the bodies.
    await allBegun;
    for (const request of requests) request.finish();
    expect(await Promise.all(requests.map(({ message }) => message))).toEqual([
      'L’e-mail ou le mot de passe est incorrect.',
      'البريد الإلكتروني أو كلمة المرور غير صحيحة.',
      'The email or the password is not right.',
    ]);
  });
});

/** Resolves after a server has begun with this number of requests. */
function nthRequest(server: Server, count: number): Promise<void> {
  return new Promise((resolve) => {
    let begun = 0;
    server.on('request', () => {
      begun += 1;
      if (begun === count) setImmediate(resolve);
    });
  });
}

/** Signs in with a wrong password, and sends the end of the body when it is told to. */
class LateRequest {
  private readonly request: ClientRequest;
  private readonly text = JSON.stringify({ email: 'ada@foodhall.test', password: 'wrong password' });
  /** The message of the response. */
  readonly message: Promise<string>;

  constructor(port: string, language: Language) {
    this.request = http.request({
      port,
      path: '/api/v1/login',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': this.text.length,
        'accept-language': language,
      },
    });
    this.message = this.read();
    this.request.write(this.text.slice(0, 10));
  }

  finish(): void {
    this.request.end(this.text.slice(10));
  }

  private async read(): Promise<string> {
    const [response] = (await once(this.request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return JSON.parse(Buffer.concat(chunks).toString()).message;
  }
}

describe('an order', () => {
  let buyer: TestUser;
  let member: TestUser;
  let venue: TestVenue;
  let browser: TestBrowser;
  const arabic = { 'accept-language': 'ar' };

  beforeEach(async () => {
    const free = { name: 'Kumo', items: [{ name: 'Ramen', variants: [{ price_minor: 0 }] }] };
    venue = await storeVenue(db(), { name: 'Granary', service_charge_minor: 0, vendors: [free] });
    browser = new TestBrowser();
    buyer = await storeUser(db());
    member = await storeUser(db(), { vendorIds: [venue.vendor.id] });
  });

  async function placed(headers: Headers): Promise<number> {
    const cart = await storeCart(db(), buyer, venue);
    const response = await market.call('POST', `/carts/${cart.id}/place-free`, buyer, {}, headers);
    expect(response.statusCode).toBe(200);
    return response.json().data.orders[0];
  }

  const subscribe = () =>
    market.call('POST', '/push/subscriptions', buyer, browser.subscription('https://push.test/send'));
  const shown = () => pushed.map((body) => browser.read({ path: '', headers: {}, body }));

  async function sent(): Promise<Email[]> {
    await api.current.deps.outbox.drain();
    return api.current.emails.splice(0);
  }

  test('has a receipt in the language of its checkout', async () => {
    await placed(arabic);
    const [receipt] = await sent();
    expect(receipt?.subject).toMatch(/^إيصال من Granary: /);
    expect(receipt?.html).toContain('<html lang="ar" dir="rtl">');
    expect(receipt?.text).toContain('طلباتك: ');
    // The day and the time are joined by the comma of the language.
    expect(receipt?.text).toMatch(/\n\d+ \p{L}+ \d{4}، \d\d:\d\d\n/u);
    await placed({});
    const [english] = await sent();
    expect(english?.subject).toMatch(/^Receipt from Granary: /);
    await placed({ 'accept-language': 'fr' });
    const [french] = await sent();
    // French has a no-break space before a colon, also between a label and its amount.
    expect(french?.subject).toMatch(/^Reçu de Granary\u00a0: \S/);
    expect(french?.text).toMatch(/\nPayé\u00a0: \S/);
    expect(french?.text).not.toMatch(/\S: /);
    expect(english?.html).toContain('<html lang="en" dir="ltr">');
  });

  test('is cancelled in the language of its buyer, whatever the cook reads', async () => {
    await subscribe();
    const orderId = await placed(arabic);
    await sent();
    const french = { 'accept-language': 'fr' };
    const reason = { reason: 'Sold out' };
    await market.call('PUT', `/queues/cancel/${orderId}`, member, reason, french);
    const again = await market.call('PUT', `/queues/notify/${orderId}`, member, undefined, french);
    expect(again.json().message).toBe('Cette commande a été annulée.');
    const [email] = await sent();
    expect(email?.subject).toMatch(/^أُلغي طلبك K-\d+$/);
    expect(email?.html).toContain('<html lang="ar" dir="rtl">');
    const [push] = shown();
    expect(push?.body).toMatch(/^ألغى Kumo طلبك K-\d+: Sold out\.$/);
  });

  test('has a push in English if an older process wrote the message', async () => {
    const orderId = await placed(arabic);
    await subscribe();
    const { id: subscriptionId } = await db().selectFrom('push_subscriptions').select('id').executeTakeFirstOrThrow();
    const news = { kind: 'done', vendorName: 'Kumo', deliveryMethod: 'collect', orderId, queueId: 1 };
    const payload = JSON.stringify({ subscriptionId, news, at: api.current.deps.clock.now().toISOString() });
    await db().insertInto('outbox').values({ kind: 'push', payload }).execute();
    await sent();
    expect(shown()).toMatchObject([{ title: 'Kumo is done!', body: 'You are welcome to collect!' }]);
  });
});

describe('an email that belongs to no order', () => {
  const askForReset = async (email: string, headers: Headers): Promise<Email | undefined> => {
    await market.call('POST', '/forgot-password', null, { email }, headers);
    await api.current.deps.workers.idle();
    return api.current.emails.pop();
  };

  test('comes in the language of the request', async () => {
    const { email } = await storeUser(db());
    const reset = await askForReset(email, { 'accept-language': 'es' });
    expect(reset?.subject).toBe('Restablece tu contraseña');
    expect(reset?.html).toContain('<html lang="es" dir="ltr">');
  });

  test('comes in the language that its reader has chosen', async () => {
    const user = await storeUser(db());
    await market.call('GET', '/me', user, undefined, { 'accept-language': 'es' });
    expect((await askForReset(user.email, {}))?.subject).toBe('Reset your password');
    await market.call('GET', '/me', user, undefined, { cookie: 'language=fr' });
    expect((await askForReset(user.email, { 'accept-language': 'es' }))?.subject).toBe(
      'Réinitialisez votre mot de passe',
    );
    await market.call('GET', '/me', user, undefined, { cookie: 'language=en' });
    expect((await askForReset(user.email, { 'accept-language': 'es' }))?.subject).toBe('Reset your password');
  });
});
