/**
 * Lists every screen of the product in each of its states: the person, and the way there. The accessibility journeys check each one, and
 * the screenshots show it.
 */

import type { Page } from '@playwright/test';
import { newPerson } from '../../client/accounts';
import type { Cast, Who } from './cast';
import { CORE, CORE_STATES } from './core';
import { withoutFirstScreen } from './first-screen';
import { offerFromBrowser } from './install';
import { disputes, ledgerCheck, ledgerEntries, statements, terms } from './money-states';
import { CARDS, pay } from './people';
import { aPhotograph } from './photograph';
import { printers, tabletPrinter, withPrinters } from './printer-states';
import { openUnderWorker, withNewerWorker } from './worker';

/** Opens the state, and ends when the page shows the state that its name says. */
interface Open {
  (page: Page, cast: Cast): Promise<void>;
  /** True if the state is more or less than one page load: steps follow, or a response stays pending. */
  isPartial?: true;
}

const partial = (open: Open): Open => Object.assign(open, { isPartial: true } as const);

export interface ScreenState {
  name: string;
  /** The person. By default 'visitor', who is signed out. */
  who?: Who;
  open: Open;
  /** True if the state has another layout on a wide screen, which is checked as well. */
  isWideToo?: boolean;
  /** True if the layout on a tablet is worth a picture. */
  isTabletToo?: boolean;
  /** True if the page is served through the site's worker. */
  hasWorker?: boolean;
  /** True if a frame of another site takes its colours when it opens, so that the dark picture needs a page that was opened in dark. */
  isThemedAtOpening?: boolean;
}

const FAILED = 'This section could not be loaded';
const EMPTY_QUEUE = 'You have no orders in the queue right now';

type Address = string | ((cast: Cast) => string | Promise<string>);

const seen = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Opens an address, and waits for a text on its page. */
const at =
  (address: Address, text: string | RegExp): Open =>
  async (page, cast) => {
    await page.goto(typeof address === 'string' ? address : await address(cast));
    await seen(page, text);
  };

/** Matches responses of the API, since pages have some of the same paths without the API's root. */
const isResponseTo =
  (path: string | RegExp) =>
  ({ pathname }: URL) => {
    const [before, asked] = pathname.split('/api/v1');
    if (before !== '' || asked === undefined) return false;
    return typeof path === 'string' ? asked === path : path.test(asked);
  };

/** Opens a page and keeps the response pending. Before that, the shell shows that the page's code is loading. */
const loading = (path: string | RegExp, address: Address, text: string | RegExp = /^Loading(?! the page)/): Open =>
  partial(async (page, cast) => {
    await withoutFirstScreen(page);
    await page.route(isResponseTo(path), () => {});
    await page.goto(typeof address === 'string' ? address : await address(cast));
    await page.getByText(text).first().waitFor({ state: 'attached' });
  });

/** Refuses the request, since the page would retry a server error for seconds. */
const failed =
  (path: string | RegExp, address: Address, text: string | RegExp = FAILED): Open =>
  async (page, cast) => {
    await withoutFirstScreen(page);
    await page.route(isResponseTo(path), (route) =>
      route.fulfill({ status: 400, json: { message: 'No', code: 'NO' } }),
    );
    await at(address, text)(page, cast);
  };

/** Refuses the request, as the API does for an operator of another hall. */
const refused =
  (path: string | RegExp, address: Address, text: string | RegExp): Open =>
  async (page, cast) => {
    await page.route(isResponseTo(path), (route) =>
      route.fulfill({ status: 403, json: { message: 'No', code: 'FORBIDDEN' } }),
    );
    await at(address, text)(page, cast);
  };

/** Opens a page with a changed response. */
const changed =
  (path: string, change: (data: object) => unknown, address: Address, text: string | RegExp): Open =>
  async (page, cast) => {
    await withoutFirstScreen(page);
    await page.route(isResponseTo(path), async (route) => {
      const { data } = await (await route.fetch()).json();
      await route.fulfill({ json: { data: change(data) } });
    });
    await at(address, text)(page, cast);
  };

/** Opens a page with another body of a response: fields beside `data` as well. */
const responding =
  (path: string, change: (body: object) => object, address: Address, text: string | RegExp): Open =>
  async (page, cast) => {
    await withoutFirstScreen(page);
    await page.route(isResponseTo(path), async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      await route.fulfill({ json: change((await (await route.fetch()).json()) as object) });
    });
    await at(address, text)(page, cast);
  };

/** Changes an order in its own response and in the queue, since the order's page shows the queue's data until its own arrives. */
const changedOrder =
  (id: number, change: (order: object) => object, text: string | RegExp): Open =>
  async (page, cast) => {
    await page.route(isResponseTo('/queues/active'), async (route) => {
      const body = (await (await route.fetch()).json()) as { data: { order: { id: number } }[] };
      const data = body.data.map((entry) => (entry.order.id === id ? { ...entry, order: change(entry.order) } : entry));
      await route.fulfill({ json: { ...body, data } });
    });
    await changed(`/orders/${id}`, change, orderAddress, text)(page, cast);
  };

/** Opens the page of an invitation that was never sent by email. */
const invitation =
  (text = 'Log in with this email to accept it.'): Open =>
  async (page, cast) => {
    const data = {
      email: 'cook@foodhall.test',
      role: 'staff',
      venue: { id: 1, name: 'Granary Square Market' },
      vendor: { id: 1, name: 'Kumo Ramen' },
      expires_at: '2100-01-01T00:00:00.000Z',
    };
    await page.route(isResponseTo('/invitations/abc'), (route) => route.fulfill({ json: { data } }));
    await at('/invitations/abc', text)(page, cast);
  };

/** Shows the offer after the first order, in a browser that can install the site. */
const offeredToInstall: Open = partial(async (page, cast) => {
  await page.addInitScript(() => localStorage.setItem('install_offer', 'due'));
  await at('/queues', 'New Orders')(page, cast);
  await offerFromBrowser(page);
  await page.getByRole('complementary', { name: 'Install' }).waitFor();
});

const SETUP = `/setup#${'A'.repeat(43)}`;

/** Opens the page of a link that a first start printed. This site was set up long ago. */
const setup: Open = async (page, cast) => {
  await page.route(isResponseTo('/setup/check'), (route) => route.fulfill({ status: 204 }));
  await at(SETUP, 'You become its first operator.')(page, cast);
};

/** Makes the signed-in person the operator of the new hall. */
const setupDone: Open = partial(async (page, cast) => {
  await page.route(isResponseTo('/setup'), async (route) => {
    const [token, user] = await page.evaluate(() => ['token', 'user'].map((key) => localStorage.getItem(key)));
    await route.fulfill({
      status: 201,
      json: {
        token,
        data: JSON.parse(user ?? 'null'),
        venue: { id: 1, slug: 'cafe-granary', name: 'Café Granary' },
        missing_settings: ['STRIPE_SECRET_HALL', 'STRIPE_WEBHOOK_SECRET_HALL'],
      },
    });
  });
  await setup(page, cast);
  await page.getByLabel('Name', { exact: true }).fill('Ola Nordmann');
  await page.getByLabel('Email').fill('ola@hall.example');
  await page.getByLabel('Name of the hall').fill('Café Granary');
  await page.getByLabel('Currency').selectOption('CAD');
  await page.getByLabel('Name of the tax').fill('HST');
  await page.getByLabel('Rate in percent').fill('13');
  await page.getByLabel('Publishable key').fill('pk_test_hall');
  await press('Open the hall')(page, cast);
  await seen(page, 'Café Granary is open');
});

/** Opens a link that does not work, with the reason. */
const setupEnded =
  (code: string, message: string): Open =>
  async (page, cast) => {
    await page.route(isResponseTo('/setup/check'), (route) => route.fulfill({ status: 410, json: { code, message } }));
    await at(SETUP, message)(page, cast);
  };

/** Opens the page of a table's code that the server refuses. */
const tableRefused =
  (status: number, code: string, message: string, text: string): Open =>
  async (page, cast) => {
    await page.route(isResponseTo(/^\/tables\//), (route) => route.fulfill({ status, json: { code, message } }));
    await at('/t/0000000000', text)(page, cast);
    await seen(page, 'Granary Square Market');
  };

/** Opens a state, then takes the steps. */
const after = (open: Open, ...steps: Open[]): Open =>
  partial(async (page, cast) => {
    for (const step of [open, ...steps]) await step(page, cast);
  });

const press =
  (name: string | RegExp): Open =>
  (page) =>
    page.getByRole('button', { name }).first().click();

const tab =
  (name: RegExp): Open =>
  (page) =>
    page.getByRole('tab', { name }).click();

/** Chooses a picture for the item whose form is open. Any type other than JPEG counts as no picture, whatever the file contains. */
const choosePicture =
  (mimeType: string): Open =>
  async (page) => {
    const buffer =
      mimeType === 'image/jpeg' ? await aPhotograph({ width: 1200, height: 800 }) : Buffer.from('no picture');
    await page.getByLabel('Picture file').setInputFiles({ name: 'ramen', mimeType, buffer });
  };

/** Opens the search. A phone shows a button for it, and a wider window always shows the field. */
const search =
  (name: string, text: string): Open =>
  async (page) => {
    const button = page.getByRole('button', { name });
    const field = page.getByRole('textbox', { name });
    await button.or(field).first().waitFor();
    if (await button.isVisible()) await button.click();
    await field.fill(text);
  };

const dialog =
  (name: string | RegExp, role: 'dialog' | 'alertdialog' = 'dialog'): Open =>
  (page) =>
    page.getByRole(role, { name }).waitFor();

const sees =
  (text: string | RegExp): Open =>
  (page) =>
    seen(page, text);

/** Keeps a toast on the screen with the pointer. The clock stands still until the pointer is on the toast. */
const holdingToast =
  (act: Open): Open =>
  async (page, cast) => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await act(page, cast);
    await page.locator('[popover] [class*="words"]').hover();
    await page.clock.resume();
  };

const chooseDelivery =
  (vendor: string, label: string, choice: string): Open =>
  async (page) => {
    await page.getByRole('region', { name: vendor }).getByRole('combobox', { name: label }).selectOption(choice);
  };

/** Makes the orders of a queue new ones that no one has seen. */
const unseenAt =
  (watch: 'ring' | 'hall') =>
  (entries: object): object =>
    (entries as object[]).map((entry) => ({ ...entry, state: 'new', position_in_queue: 1, watch }));

/** Minutes ago, as the API writes a time. */
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const KUMO = { id: 1, name: 'Kumo Ramen' };
const UNWATCHED = { unseen: { data: [] }, silent: { data: [] }, late: { data: [] } };
/** What an operator sees of a hall in which something of each kind is wrong. */
const WATCHED = {
  unseen: {
    data: [
      {
        order: { id: 901, order_number: 'K-101', placed_at: minutesAgo(9) },
        vendor: KUMO,
        customer: 'Thandi Mokoena',
        location: 'Deliver to Table 12',
        step: 'hall',
      },
      {
        order: { id: 902, order_number: 'P-107', placed_at: minutesAgo(3) },
        vendor: { id: 2, name: 'Pico Taquería and the Kitchen of the Long Name' },
        customer: 'Maximilian Featherstonehaugh-Cholmondeley',
        location: 'Collect',
        step: 'ring',
      },
    ],
  },
  silent: { data: [{ vendor: { id: 3, name: 'Butter Lane Bakery' }, since: minutesAgo(5) }] },
  late: {
    data: [
      {
        order: { id: 903, order_number: 'K-99', placed_at: minutesAgo(30) },
        vendor: KUMO,
        promised_at: minutesAgo(6),
      },
    ],
  },
  stops_silent_stalls: false,
};

/** The text messages of a hall on a site that sends them. */
const TEXTS = {
  is_offered: true,
  today: { messages: 2, segments: 2, over_limit: 0 },
  month: { messages: 42, segments: 45, over_limit: 0 },
  site: { day_limit: 500, messages_today: 30 },
};

const HALLS = '/hall';
const TODAY = '/hall/1/today';
const ORDERS = '/hall/1/orders';
const STALLS = '/hall/1/stalls';
const MONEY = '/hall/1/money';
const TABLES = '/hall/1/tables';
const PEOPLE = '/hall/1/people';
/** Days in the address, so that a picture is the same in each month. */
const OCTOBER = '?from=2026-10-01&to=2026-10-31';
const STATEMENT = `${MONEY}/statements/1${OCTOBER}`;
const LEDGER = `${MONEY}/ledger`;
const TERMS = `${MONEY}/terms`;
const DISPUTES = `${MONEY}/disputes`;
const SETTINGS = '/hall/1/settings';
const OPERATORS = '/hall/1/operators';
const SITE_OPERATORS = '/hall/site-operators';
const WATCH = '/hall/1/watch';
const HALL_HOURS = '/hall/1/hours';
const LUNCH = [{ from: '11:00', until: '14:00' }];
const NIGHT = [...LUNCH, { from: '18:00', until: '02:00' }];
/** The week of a stall that is closed on Mondays, and a holiday. */
const WEEK = {
  weekly: [[], LUNCH, LUNCH, LUNCH, NIGHT, NIGHT, LUNCH],
  exceptions: [{ date: '2026-12-25', spans: [] }],
};
/** The fields of a stall that its hours have closed. */
const CLOSED_BY_HOURS = {
  accepting_orders: false,
  opening: { mode: 'schedule', changes_at: '2100-01-04T16:00:00.000Z', has_schedule: true },
};
const MENU_EDITOR = '/vendor/1/menu';
/** A stall's statements about an item's allergens. */
const STATED = { allergens: ['gluten', 'eggs', 'soybeans'], diets: ['halal'] };
const ALLERGY = { allergy_note: 'Peanuts and cashews, also traces of them' };

interface MenuBody {
  menus: { data: { groups: { data: { items: { data: object[] } }[] } }[] };
}

/** Makes the menu of a stall that states the allergens of every second item, and a long list for the first. */
const stating = (data: object): object => {
  const vendor = structuredClone(data) as MenuBody;
  const items = vendor.menus.data.flatMap(({ groups }) => groups.data.flatMap((group) => group.items.data));
  for (const [index, item] of items.entries()) {
    if (index % 2 === 0)
      Object.assign(item, index % 4 === 0 ? STATED : { allergens: [], diets: ['vegan', 'gluten-free'] });
  }
  return { ...vendor, has_diet_facts: true };
};

interface OrdersBody {
  orders: { data: { vendor: object }[] };
}

/** Makes a cart at stalls that state allergens. */
const statingCart =
  (note: object = {}) =>
  (data: object): object => {
    const { orders, ...cart } = data as OrdersBody;
    const stated = orders.data.map((order) => ({
      ...order,
      ...note,
      vendor: { ...order.vendor, states_allergens: true },
    }));
    return { ...cart, orders: { data: stated } };
  };

const withNotes = (entries: object): object =>
  (entries as { order: object }[]).map((entry) => ({ ...entry, order: { ...entry.order, ...ALLERGY } }));
/** The taxes of a venue that taxes alcohol at a rate of its own. */
const VENUE_TAXES = {
  tax: { name: 'HST', rate: 13, included: false },
  categories: [
    { id: 1, slug: 'alcohol', name: 'Alcohol', rate: 20 },
    { id: 2, slug: 'take-away', name: 'Take-away', rate: 7.25 },
  ],
  items: [{ item_id: 1, tax_category_id: 1 }],
};

/** Makes an order with three rates, one of them with a long name. */
const withTaxes =
  ({ isIncluded = false } = {}) =>
  (data: object): object => {
    const { total } = data as { total: number };
    const taxes = [
      { name: 'HST', rate: 13, part: 0.5 },
      { name: 'Alcohol', rate: 20, part: 0.3 },
      { name: 'Prepared food to take away', rate: 7.25, part: 0.2 },
    ].map(({ part, ...tax }) => {
      const base = Math.round((total * part * 100) / (isIncluded ? 1 + tax.rate / 100 : 1)) / 100;
      return { ...tax, base, amount: Math.round(base * tax.rate) / 100 };
    });
    const tax_amount = Math.round(taxes.reduce((sum, { amount }) => sum + amount * 100, 0)) / 100;
    return { ...data, taxes, tax_amount, ...(isIncluded && { tax_inclusive: 'Includes' }) };
  };

const taxedCart = (data: object): object => {
  const cart = data as { total: number; orders: { data: { tax_amount: number }[] } };
  const orders = cart.orders.data.map((order) => withTaxes()(order) as typeof order);
  const taxOf = (list: typeof orders) => list.reduce((sum, { tax_amount }) => sum + Math.round(tax_amount * 100), 0);
  const total = (Math.round(cart.total * 100) + taxOf(orders) - taxOf(cart.orders.data)) / 100;
  return { ...cart, total, orders: { data: orders } };
};

/** Makes a cart of a hall that takes tips. */
const tippedCart =
  (chosen: { amount: number; percent: number | null; chosen?: number } = { amount: 0, percent: null }) =>
  (data: object): object => {
    const cart = data as { item_total: number; total: number };
    const offers = [5, 10, 15].map((percent) => ({ percent, amount: Math.round(cart.item_total * percent) / 100 }));
    const total = Math.round((cart.total + chosen.amount) * 100) / 100;
    return { ...cart, total, tip: { ...chosen, offers, most: cart.item_total } };
  };

const RAMEN = '/venues/1/vendors/1/items/1';
const MENU = '/venues/1/vendors/1';

const menu = at(MENU, 'Tonkotsu ramen');
/** Opens an item. Its words come with the page, and the button with the remote's code. */
const item = at(RAMEN, 'Add to cart');
/** Gives a request this response, and does not ask the API. */
const answered =
  (path: string, json: object, status = 200): Open =>
  async (page) => {
    await page.route(isResponseTo(path), (route) => route.fulfill({ status, json }));
  };

const NUMBER = '••••••••• 123';
/** A customer's number for text messages, before it is given. */
const PHONE = { is_offered: true, number: null, confirmed_at: null, is_stopped: false };
const CONFIRMED = { ...PHONE, number: NUMBER, confirmed_at: '2026-11-20T12:00:00.000Z' };

const STEP = 't'.repeat(43);
const question = (...methods: string[]) => ({ token: STEP, methods, passkey: { challenge: STEP } });
const FACTORS = {
  recovery_codes_left: 9,
  is_required: false,
  has_passkeys: true,
  factors: [
    {
      id: 1,
      kind: 'passkey',
      name: 'iPhone',
      created_at: '2026-11-20T12:00:00Z',
      last_used_at: '2026-11-28T12:00:00Z',
    },
    { id: 2, kind: 'authenticator', name: 'App', created_at: '2026-11-21T12:00:00Z', last_used_at: null },
  ],
};
const NO_FACTOR = { ...FACTORS, factors: [], recovery_codes_left: 0 };
const RECOVERY_CODES = Array.from({ length: 10 }, (_, index) => `h4jt-9xq2-vw7m-000${index}`);

/** Sends the login form of an account with a second factor. */
const loginStep = (...methods: string[]): Open =>
  after(
    answered('/login', { second_factor: question(...methods) }, 202),
    at('/login', 'Forgot password?'),
    async (page) => {
      await page.getByLabel('Email').fill('ola@hall.example');
      await page.getByLabel('Phone').fill('0820000003');
      await page.getByLabel('Password', { exact: true }).fill('a long password');
      await page.locator('main').getByRole('button', { name: 'Login' }).click();
      await page.getByRole('button', { name: 'Start again' }).waitFor();
    },
  );

const withFactors = (factors: object, text: string | RegExp): Open =>
  after(answered('/me/second-factor', { data: factors }), at('/profile', text));
const addingFactor = (factors: object = NO_FACTOR): Open =>
  after(withFactors(factors, 'Set up a second factor'), press('Set up a second factor'), dialog('Second factor'));

/** Begins to invite an operator, which asks for a proof. */
const asked = (code: string, ...before: Open[]): Open =>
  after(...(before as [Open, ...Open[]]), at('/hall/1/operators', 'Invite someone'), async (page) => {
    await page.route(isResponseTo('/venues/1/invitations'), (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { message: 'Please confirm that it is you.', code } })
        : route.fallback(),
    );
    await page.getByLabel('Email').fill('new@hall.example');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByRole('dialog').first().waitFor();
  });
const proof = (...methods: string[]): Open =>
  asked('PROOF_REQUIRED', answered('/me/proof/question', { data: question(...methods) }));

const SECOND_FACTOR: readonly ScreenState[] = [
  {
    name: 'login, with a passkey',
    open: after(loginStep('passkey', 'authenticator', 'recovery-code'), sees('Use passkey')),
  },
  {
    name: 'login, with a wrong code of an app',
    open: after(
      loginStep('authenticator', 'recovery-code'),
      answered(
        '/login/second-factor',
        { message: 'No', code: 'WRONG_FACTOR', errors: { code: ['This is not the code of your authenticator app.'] } },
        422,
      ),
      (page) => page.getByLabel('Code of your authenticator app').fill('123456'),
      sees('This is not the code of your authenticator app.'),
    ),
  },
  {
    name: 'login, with a recovery code',
    open: after(loginStep('passkey', 'recovery-code'), press('Use a recovery code'), sees(/^Each of the ten codes/)),
  },
  {
    name: 'login, after hours without use',
    open: async (page, cast) => {
      await page.addInitScript(() => sessionStorage.setItem('sign-in.idle', '1'));
      await at('/login', /^You were signed out after 12 hours/)(page, cast);
    },
  },
  { name: 'account, without a second factor', who: 'operator', open: withFactors(NO_FACTOR, 'Set up a second factor') },
  {
    name: 'account, a second factor that a hall asks for',
    who: 'operator',
    open: withFactors({ ...NO_FACTOR, is_required: true }, /^A hall that you run asks/),
  },
  {
    name: 'account, its second factors',
    who: 'operator',
    open: withFactors(FACTORS, 'Passkey of iPhone'),
    isWideToo: true,
  },
  {
    name: 'account, its second factor loading',
    who: 'operator',
    open: loading('/me/second-factor', '/profile', 'Loading your second factor…'),
  },
  {
    name: 'account, its second factor failed',
    who: 'operator',
    open: failed('/me/second-factor', '/profile', 'Your second factor could not be loaded'),
  },
  { name: 'account, adding a second factor', who: 'operator', open: addingFactor() },
  {
    name: 'account, adding a second factor without https',
    who: 'operator',
    open: after(addingFactor({ ...NO_FACTOR, has_passkeys: false }), sees(/^Passkeys need https/)),
  },
  {
    name: 'account, adding an authenticator app',
    who: 'operator',
    open: after(
      answered('/me/second-factor/authenticators/options', {
        data: {
          token: STEP,
          secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
          uri: 'otpauth://totp/hall.example:ola%40hall.example?issuer=hall.example&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
        },
      }),
      addingFactor(),
      press('Add an authenticator app'),
      sees('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ'),
      (page) => page.locator('dialog svg path[d^="M"]').last().waitFor(),
    ),
  },
  {
    name: 'account, its recovery codes',
    who: 'operator',
    open: after(
      answered('/me/second-factor/recovery-codes', { data: { recovery_codes: RECOVERY_CODES } }),
      withFactors(FACTORS, 'Passkey of iPhone'),
      press('New recovery codes'),
      sees('I have kept the codes'),
    ),
  },
  {
    name: 'account, Remove this second factor?',
    who: 'operator',
    open: after(withFactors(FACTORS, 'Passkey of iPhone'), press(/^Remove: Passkey/), dialog(/^Remove/, 'alertdialog')),
  },
  {
    name: 'proof, with a passkey',
    who: 'operator',
    open: after(proof('passkey', 'recovery-code'), sees('Use passkey')),
    isWideToo: true,
  },
  {
    name: 'proof, with an authenticator app',
    who: 'operator',
    open: after(proof('authenticator', 'recovery-code'), sees('Code of your authenticator app')),
  },
  { name: 'proof, by email', who: 'operator', open: after(proof('email-code'), sees(/^We send a code/)) },
  {
    name: 'proof, failed',
    who: 'operator',
    open: after(
      asked('PROOF_REQUIRED', answered('/me/proof/question', { message: 'Something went wrong.', code: 'NO' }, 400)),
      sees('Something went wrong.'),
    ),
  },
  {
    name: 'proof, loading',
    who: 'operator',
    open: asked(
      'PROOF_REQUIRED',
      async (page) => void (await page.route(isResponseTo('/me/proof/question'), () => {})),
    ),
  },
  {
    name: 'proof, the setup that a hall asks for',
    who: 'operator',
    open: after(
      asked('SECOND_FACTOR_REQUIRED', answered('/me/second-factor', { data: NO_FACTOR })),
      sees('Add a passkey'),
    ),
  },
  {
    name: 'operators, without a second factor',
    who: 'operator',
    open: after(
      answered('/venues/1/operators', { message: 'No', code: 'SECOND_FACTOR_REQUIRED' }, 403),
      answered('/me/second-factor', { data: NO_FACTOR }),
      async (page) => void (await page.goto('/hall/1/operators')),
      press('Not now'),
      sees('Set one up in My Account, then come back.'),
    ),
  },
  {
    name: 'operators, the second factor of the hall failed',
    who: 'operator',
    open: failed('/venues/1/proofs', '/hall/1/operators', 'The second factor of this hall could not be loaded'),
  },
  {
    name: 'operators, Reset second factor?',
    who: 'operator',
    open: after(
      changed(
        '/venues/1/operators',
        (operators) => [
          ...(operators as object[]),
          { user: { id: 99, name: 'Kim Berg', email: 'kim@hall.example' }, role: 'operator' },
        ],
        '/hall/1/operators',
        'Kim Berg',
      ),
      press('Reset second factor: Kim Berg'),
      dialog(/^Reset the second factor/, 'alertdialog'),
    ),
  },
];

const signInModal = after(item, press(/Add to cart/), dialog('Login'));
const askForCode: Open = async (page) => {
  await page.getByLabel('Email').fill(newPerson().email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
};
const updateAlert = partial(async (page) => {
  await openUnderWorker(page, '/venues', 'catalog');
  await withNewerWorker(async () => {
    await page.reload();
    await page.getByRole('alertdialog').waitFor();
  });
});
const sidePanel = after(press('Menu'), dialog('Menu'));

const CATALOG: readonly ScreenState[] = [
  { name: 'venues', open: at('/venues', 'Granary Square Market'), isWideToo: true, isTabletToo: true },
  { name: 'venues, loading', open: loading('/venues', '/venues'), isWideToo: true },
  { name: 'venues, failed', open: failed('/venues', '/venues') },
  { name: 'venues, empty', open: changed('/venues', () => [], '/venues', 'No records found.') },
  { name: 'vendors', open: at('/venues/1/vendors', 'Kumo Ramen'), isWideToo: true },
  {
    name: 'vendors, how long an order takes',
    open: changed(
      '/vendors',
      (vendors) =>
        (vendors as object[]).map((vendor, index) => ({ ...vendor, waiting_minutes: [8, null, 25][index % 3] })),
      '/venues/1/vendors',
      'Ready in about 25 min',
    ),
    isWideToo: true,
  },
  { name: 'vendors, loading', open: loading('/vendors', '/venues/1/vendors') },
  { name: 'vendors, failed', open: failed('/vendors', '/venues/1/vendors') },
  { name: 'vendors, empty', open: at('/venues/4/vendors', 'No records found.') },
  { name: 'vendors, of no venue', open: at('/venues/999/vendors', 'We could not find this venue.') },
  { name: 'table, unknown', open: at('/t/0000000000', 'We do not know this table.'), isWideToo: true },
  { name: 'table, loading', open: loading(/^\/tables\//, '/t/0000000000', 'Looking for your table…') },
  { name: 'table, failed', open: failed(/^\/tables\//, '/t/0000000000', 'Your table could not be looked up') },
  {
    name: 'table, removed',
    open: tableRefused(
      410,
      'TABLE_REMOVED',
      'This code of Granary Square Market is no longer in use.',
      'This code of Granary Square Market is no longer in use.',
    ),
  },
  { name: 'vendors, at a table', open: at('/venues/1/vendors/location/Table%204', 'Your place: Table 4') },
  { name: 'menu', open: menu, isWideToo: true, isTabletToo: true },
  {
    name: 'menu, scrolled',
    open: after(menu, async (page) => {
      await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
      await page.getByRole('button', { name: 'Scroll to top' }).waitFor();
    }),
    isWideToo: true,
  },
  { name: 'menu, loading', open: loading('/vendors/1', MENU) },
  { name: 'menu, failed', open: failed('/vendors/1', MENU) },
  {
    name: 'menu, empty and paused',
    open: changed(
      '/vendors/1',
      (vendor) => ({ ...vendor, menus: { data: [] }, accepting_orders: false }),
      MENU,
      'No records found.',
    ),
  },
  {
    name: 'menu, closed by its hours',
    open: changed('/vendors/1', (vendor) => ({ ...vendor, ...CLOSED_BY_HOURS }), MENU, /is closed\. It opens/),
  },
  {
    name: 'menu, with allergens and diets',
    open: changed('/vendors/1', stating, MENU, 'Allergens and diet'),
    isWideToo: true,
  },
  {
    name: 'menu, filtered by allergens',
    open: after(
      changed('/vendors/1', stating, MENU, 'Allergens and diet'),
      press('Allergens and diet'),
      (page) => page.getByRole('checkbox', { name: 'Gluten', exact: true }).press('Space'),
      sees(/^Hidden:/),
    ),
    isWideToo: true,
    isTabletToo: true,
  },
  { name: 'menu, of no vendor', open: at('/venues/1/vendors/999', 'We could not find this vendor.') },
  {
    name: 'menu, a search',
    open: after(menu, search('Search Kumo Ramen', 'ramen'), sees(/result/)),
  },
  {
    name: 'menu, a search without a match',
    open: after(menu, search('Search Kumo Ramen', 'Moon'), sees('No records found.')),
  },
  { name: 'item', open: item, isWideToo: true },
  {
    name: 'item, with allergens and diets',
    open: changed('/items/1', (data) => ({ ...data, ...STATED }), RAMEN, /contains gluten, eggs/),
    isWideToo: true,
  },
  { name: 'item, loading', open: loading('/items/1', RAMEN) },
  { name: 'item, failed', open: failed('/items/1', RAMEN) },
  {
    name: 'item, sold out',
    open: changed('/items/1', (data) => ({ ...data, status: 'inactive' }), RAMEN, /is sold out for now/),
  },
  { name: 'item, of no menu', open: at('/venues/1/vendors/1/items/999', 'This is not on the menu any more.') },
  {
    name: 'item, a choice that is missing',
    open: after(at('/venues/1/vendors/1/items/2', /Add to cart/), press(/Add to cart/), sees('Choose 1 to continue.')),
  },
  {
    name: 'item, added',
    who: 'newcomer',
    open: after(item, holdingToast(press(/Add to cart/)), sees('Added orderItem to cart')),
    isWideToo: true,
  },
];

const SIGN_IN: readonly ScreenState[] = [
  { name: 'login', open: at('/login', 'Forgot password?'), isWideToo: true },
  {
    name: 'login, with errors',
    open: after(at('/login', 'Forgot password?'), press('Login'), sees('Email is required')),
  },
  {
    name: 'login, refused',
    open: after(at('/login', 'Forgot password?'), async (page, cast) => {
      const form = page.locator('main');
      await form.getByLabel('Email').fill('nobody@foodhall.test');
      await form.getByLabel('Phone').fill('0820000001');
      await form.getByLabel('Password', { exact: true }).fill('wrong');
      await holdingToast(() => form.getByRole('button', { name: 'Login' }).click())(page, cast);
    }),
  },
  { name: 'login, with a code', open: after(at('/login', 'Forgot password?'), askForCode), isWideToo: true },
  { name: 'register', open: at('/register', 'Password confirmation') },
  {
    name: 'register, with errors',
    open: after(at('/register', 'Password confirmation'), press('Register'), sees('Name is required')),
  },
  { name: 'forgot password', open: at('/forgot-password', 'Send reset link') },
  { name: 'invitation', open: invitation() },
  { name: 'invitation, of another account', who: 'newcomer', open: invitation('and you are logged in as') },
  {
    name: 'invitation, unknown',
    open: at('/invitations/abc', 'This is not the link of an invitation.'),
  },
  { name: 'setup', open: setup, isWideToo: true },
  { name: 'setup, loading', open: loading('/setup/check', SETUP, 'Checking the link…') },
  { name: 'setup, failed', open: failed('/setup/check', SETUP, 'The link could not be checked') },
  { name: 'setup, with errors', open: after(setup, press('Open the hall'), sees('Name is required')) },
  { name: 'setup, done', who: 'newcomer', open: setupDone, isWideToo: true },
  {
    name: 'setup, expired',
    open: setupEnded('SETUP_LINK_EXPIRED', 'This link has expired. Start the site again, and it prints a new one.'),
  },
  { name: 'setup, used', open: setupEnded('SETUP_LINK_USED', 'This site is set up already. Log in to it.') },
  { name: 'reset password', open: at('/password-reset/abc?email=nomsa@foodhall.test', 'Password confirmation') },
  {
    name: 'reset password, with errors',
    open: after(
      at('/password-reset/abc', 'Password confirmation'),
      press('Reset password'),
      sees('Password is required.'),
    ),
  },
  { name: 'sign-in modal, Login', open: signInModal, isWideToo: true },
  { name: 'sign-in modal, with a code', open: after(signInModal, askForCode) },
  {
    name: 'sign-in modal, with a wrong code',
    open: after(
      signInModal,
      askForCode,
      (page) => page.getByLabel('Code', { exact: true }).fill('000000'),
      sees('This is not the code from the email.'),
    ),
  },
  { name: 'sign-in modal, Register', open: after(signInModal, press('Register'), dialog('Register')) },
  {
    name: 'sign-in modal, ForgotPassword',
    open: after(signInModal, press('Forgot password?'), dialog('Forgot password')),
  },
];

const CHROME: readonly ScreenState[] = [
  { name: 'accessibility statement', open: at('/accessibility', 'What was tested'), isWideToo: true },
  { name: 'side panel, signed out', open: after(at('/venues', 'Granary Square Market'), sidePanel), isWideToo: true },
  { name: 'side panel, signed in', who: 'newcomer', open: after(at('/venues', 'Granary Square Market'), sidePanel) },
  {
    name: 'side panel, with an update',
    open: after(updateAlert, press('OK'), sidePanel, sees('Update Available')),
    hasWorker: true,
  },
  { name: 'update alert', open: updateAlert, hasWorker: true },
  {
    name: 'offline note',
    open: after(menu, async (page) => {
      // The server's first screen has the same words, and without the shell nothing notices the network.
      await page.locator('#first-screen').waitFor({ state: 'detached' });
      await page.context().setOffline(true);
      await seen(page, 'No internet connection found.');
    }),
    isWideToo: true,
  },
  {
    name: 'not checked for updates',
    open: async (page) => {
      await page.goto('/venues');
      const hasEnded = () => {
        const [name, text = '{}'] =
          Object.entries(localStorage).find(([key]) => key.startsWith('registry-verified')) ?? [];
        if (name) localStorage.setItem(name, JSON.stringify({ ...JSON.parse(text), expires: 0 }));
        return name !== undefined;
      };
      await page.waitForFunction(hasEnded);
      await page.route('**/registry/tuf/**', (route) => route.fulfill({ status: 404, body: '' }));
      await page.goto('/venues');
      await seen(page, 'This page could not be checked for updates for a long time.');
    },
    isWideToo: true,
    isTabletToo: true,
  },
  { name: 'not found', open: at('/nowhere', "We couldn't find what you were looking for..."), isWideToo: true },
  {
    name: 'error screen',
    who: 'newcomer',
    open: changed('/me', () => ({ created_at: 'one fine day' }), '/profile', 'Unexpected Application Error!'),
  },
  {
    name: 'a remote that is lost',
    open: async (page) => {
      await page.route('**/parts/catalog/**', (route) => route.fulfill({ status: 404, body: '' }));
      await page.goto('/venues');
      await seen(page, FAILED);
    },
  },
  { name: 'account', who: 'newcomer', open: at('/profile', /Supporting your community/), isWideToo: true },
  {
    name: 'account, its name',
    who: 'newcomer',
    open: after(at('/profile', /Supporting your community/), press('Change name'), dialog('Your name')),
  },
  {
    name: 'account, its deletion',
    who: 'newcomer',
    open: after(
      at('/profile', /Supporting your community/),
      press('Delete my account'),
      dialog('Delete your account?'),
    ),
  },
  {
    name: 'account, its deletion with a code',
    who: 'newcomer',
    open: after(
      at('/profile', /Supporting your community/),
      press('Delete my account'),
      press('Email me a code'),
      sees('We have sent a code to'),
    ),
  },
  {
    name: 'account, its deletion with a password',
    who: 'newcomer',
    open: after(
      at('/profile', /Supporting your community/),
      press('Delete my account'),
      press('Use my password'),
      sees(/^Password$/),
    ),
  },
  {
    name: 'account, its number for text messages',
    who: 'newcomer',
    open: after(answered('/me/phone', { data: CONFIRMED }), at('/profile', 'Text messages')),
    isWideToo: true,
  },
  {
    name: 'account, its number replied STOP',
    who: 'newcomer',
    open: after(
      answered('/me/phone', { data: { ...CONFIRMED, is_stopped: true } }),
      at('/profile', /^This number replied STOP/),
    ),
  },
  {
    name: 'account, its number failed',
    who: 'newcomer',
    open: failed('/me/phone', '/profile', 'Your number for text messages could not be loaded'),
  },
  { name: 'account, loading', who: 'newcomer', open: loading('/me', '/profile', 'Loading your account…') },
  { name: 'account, failed', who: 'newcomer', open: failed('/me', '/profile', 'Your account could not be loaded') },
  {
    name: 'switch sheet, without a vendor',
    who: 'newcomer',
    open: after(at('/profile', /Supporting your community/), press('Login in as vendor'), dialog('Switch to')),
  },
];

const cart = at('/venues/1/cart', 'Please select Delivery type...');
const cartReady: Open = async (page) => {
  await page.goto('/venues/1/cart');
  await page.getByRole('button', { name: /^Pay/ }).waitFor();
};

const CHECKOUT: readonly ScreenState[] = [
  { name: 'cart', who: 'shopper', open: cart, isWideToo: true },
  {
    name: 'cart, an allergy note that is typed',
    who: 'shopper',
    open: after(
      changed('/carts/active', statingCart(), '/venues/1/cart', 'Add an allergy note'),
      press('Add an allergy note'),
      sees(/^Your allergies, for/),
    ),
    isWideToo: true,
  },
  {
    name: 'cart, with an allergy note',
    who: 'shopper',
    open: changed('/carts/active', statingCart(ALLERGY), '/venues/1/cart', 'Allergy:'),
    isWideToo: true,
  },
  {
    name: 'cart, several taxes',
    who: 'shopper',
    open: changed('/carts/active', taxedCart, '/venues/1/cart', /^Please select/),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'cart, with tips',
    who: 'shopper',
    open: changed('/carts/active', tippedCart(), '/venues/1/cart', 'Another amount'),
    isWideToo: true,
  },
  {
    name: 'cart, with a tip that it has cut',
    who: 'shopper',
    open: changed(
      '/carts/active',
      tippedCart({ amount: 30, percent: null, chosen: 45 }),
      '/venues/1/cart',
      /^Your tip of/,
    ),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'cart, with a tip of an own amount that is wrong',
    who: 'payer',
    open: after(
      changed('/carts/active', tippedCart({ amount: 2.5, percent: null }), '/venues/1/cart', 'Another amount'),
      async (page) => {
        await page.getByRole('textbox', { name: /^Your tip/ }).fill('999');
        await page.getByRole('button', { name: 'Apply' }).click();
      },
      sees(/^A tip can be at most/),
    ),
    isWideToo: true,
  },
  { name: 'cart, loading', who: 'shopper', open: loading('/carts/active', '/venues/1/cart', 'Loading your cart…') },
  { name: 'cart, failed', who: 'shopper', open: failed('/carts/active', '/venues/1/cart') },
  { name: 'cart, empty', who: 'diner', open: at('/venues/1/cart', 'There is nothing in your cart.') },
  { name: 'cart, of no venue', who: 'diner', open: at('/venues/1/carts', 'No records found.') },
  {
    name: 'cart, a delivery without its location',
    who: 'shopper',
    open: after(
      cart,
      chooseDelivery('Kumo Ramen', 'Collect / Deliver', 'Deliver'),
      chooseDelivery('Kumo Ramen', 'Deliver to', 'Table'),
      sees('Table number is required.'),
    ),
  },
  { name: 'cart, ready to be paid', who: 'payer', open: cartReady, isWideToo: true },
  {
    name: 'payment, that could not start',
    who: 'payer',
    open: after(
      async (page) => {
        await page.route(isResponseTo(/\/start-stripe$/), (route) =>
          route.fulfill({ status: 502, json: { message: 'The provider did not respond.', code: 'PROVIDER_DOWN' } }),
        );
      },
      cartReady,
      (page) => pay(page, CARDS.pays),
      sees('Payment could not start'),
    ),
  },
  {
    name: 'payment, declined',
    who: 'payer',
    open: after(cartReady, async (page) => {
      await pay(page, CARDS.declined);
      await page
        .getByRole('alert')
        .filter({ hasText: /declined/i })
        .waitFor();
    }),
    isWideToo: true,
    isThemedAtOpening: true,
  },
  {
    name: 'payment, checked',
    who: 'diner',
    open: loading('/stitch/return', '/stitch/return?id=x&status=complete', 'Checking your payment…'),
  },
];

const queue = at('/queues?filter=all', 'REMEMBER TO MARK YOUR ORDER AS RECEIVED');
const orderAddress: Address = async (cast) => {
  const { done } = await cast.orders();
  return `/order?id=${done.order.id}&state=done&queue_id=${done.id}`;
};
/** The address of an order outside all queues. For an order in a queue, the page shows the queue's data. */
const collectedAddress: Address = async (cast) =>
  `/order?id=${(await cast.orders()).collected.order.id}&state=collected`;
const printAddress: Address = async (cast) => `/order/print?id=${(await cast.orders()).done.order.id}`;
const order = at(orderAddress, 'Mark as received');
/** Keeps the print dialog open, since the page goes back once the dialog has closed. */
const keepPrinting = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      throw new Error('The dialog stays open.');
    };
  });
const notifications: Open = after(press(/Notifications/), dialog('Notifications'));
const holdQueue: Open = async (page) => {
  await page.route(isResponseTo('/queues/active'), () => {});
};

/** Opens the queue of a site that sends text messages. */
const textOffer = (phone: object = {}): Open => after(answered('/me/phone', { data: { ...PHONE, ...phone } }), queue);
const codeOfNumber = after(textOffer({ number: NUMBER }), press('Text me'), sees(/We have sent a code to/));
/** Refuses what a form sends, as the API does for a field with an error. */
const refusedChange =
  (path: string, message: string): Open =>
  async (page) => {
    await page.route(isResponseTo(path), (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { message, code: 'VALIDATION' } })
        : route.fallback(),
    );
  };

const QUEUES: readonly ScreenState[] = [
  { name: 'queue', who: 'diner', open: queue, isWideToo: true },
  {
    name: 'queue, when an order should be done',
    who: 'diner',
    open: changed(
      '/queues/active',
      (entries) =>
        (entries as object[]).map((entry) => ({
          ...entry,
          state: 'busy',
          position_in_queue: 2,
          expected_at: new Date(Date.now() + 8 * 60_000).toISOString(),
        })),
      '/queues?filter=all',
      'Ready in about 8 min',
    ),
    isWideToo: true,
  },
  {
    name: 'queue, just paid',
    who: 'guest',
    open: at(async (cast) => `/queues?paid=${await cast.paidCart()}`, 'Thank you, you have paid'),
    isWideToo: true,
  },
  { name: 'queue, with the offer to install', who: 'diner', open: offeredToInstall, isWideToo: true },
  {
    name: 'queue, of an order that the stall has not seen',
    who: 'diner',
    open: changed('/queues/active', unseenAt('hall'), '/queues?filter=all', /the hall has been told/),
    isWideToo: true,
  },
  { name: 'queue, with the offer of a text message', who: 'diner', open: textOffer(), isWideToo: true },
  {
    name: 'queue, asking for a number',
    who: 'diner',
    open: after(textOffer(), press('Text me'), sees('Mobile number')),
    isWideToo: true,
  },
  {
    name: 'queue, a number that is refused',
    who: 'diner',
    open: after(
      textOffer(),
      press('Text me'),
      refusedChange('/me/phone', 'Enter the number with its country code, such as +44 7700 900123.'),
      (page) => page.getByLabel('Mobile number').fill('0820000001'),
      press('Text me a code'),
      sees(/with its country code, such as/),
    ),
  },
  { name: 'queue, asking for the code of a number', who: 'diner', open: codeOfNumber },
  {
    name: 'queue, a code of a number that is refused',
    who: 'diner',
    open: after(
      codeOfNumber,
      refusedChange('/me/phone/confirm', 'This is not the code from the text message.'),
      (page) => page.getByLabel('Code').fill('000000'),
      sees('This is not the code from the text message.'),
    ),
  },
  { name: 'queue, loading', who: 'diner', open: loading('/queues/active', '/queues', 'Loading orders…') },
  { name: 'queue, failed', who: 'diner', open: failed('/queues/active', '/queues') },
  { name: 'queue, empty', who: 'newcomer', open: at('/queues', EMPTY_QUEUE) },
  { name: 'order', who: 'diner', open: order, isWideToo: true },
  {
    name: 'order, loading',
    who: 'diner',
    open: loading(/^\/orders\/\d+$/, collectedAddress, 'Loading the order…'),
  },
  { name: 'order, failed', who: 'diner', open: failed(/^\/orders\/\d+$/, collectedAddress) },
  {
    name: 'order, with an allergy note',
    who: 'diner',
    open: async (page, cast) => {
      const { done } = await cast.orders();
      const [line] = done.order.order_items.data;
      const order_items = { data: [{ ...line, allergens: STATED.allergens }] };
      const change = (order: object) => ({ ...order, ...ALLERGY, order_items });
      await changedOrder(done.order.id, change, 'Allergy:')(page, cast);
    },
  },
  {
    name: 'order, several taxes',
    who: 'diner',
    open: async (page, cast) => {
      const { done } = await cast.orders();
      await changedOrder(done.order.id, withTaxes(), /Prepared food/)(page, cast);
    },
    isWideToo: true,
    isTabletToo: true,
  },
  { name: 'order, not found', who: 'diner', open: at('/order?id=999999', 'This order could not be found.') },
  {
    name: 'order, cancelled',
    who: 'diner',
    open: at(async (cast) => `/order?id=${(await cast.orders()).cancelled.order.id}`, 'The noodles are sold out.'),
  },
  {
    name: 'order, Mark as received?',
    who: 'diner',
    open: after(order, press('Mark as received'), dialog('Mark as received', 'alertdialog')),
  },
  {
    name: 'print',
    who: 'diner',
    open: async (page, cast) => {
      await keepPrinting(page);
      await at(printAddress, /Service fee|Service charge/i)(page, cast);
    },
  },
  {
    name: 'print, several taxes in the prices',
    who: 'diner',
    open: async (page, cast) => {
      await keepPrinting(page);
      const { done } = await cast.orders();
      const change = withTaxes({ isIncluded: true });
      await changed(`/orders/${done.order.id}`, change, printAddress, /Prepared food/)(page, cast);
    },
    isTabletToo: true,
  },
  { name: 'print, loading', who: 'diner', open: loading(/^\/orders\/\d+$/, printAddress, 'Loading the receipt…') },
  {
    name: 'print, failed',
    who: 'diner',
    open: failed(/^\/orders\/\d+$/, printAddress, 'This receipt could not be loaded'),
  },
  { name: 'notifications', who: 'diner', open: after(menu, notifications, sees(/is done/)), isWideToo: true },
  { name: 'notifications, empty', who: 'newcomer', open: after(menu, notifications, sees(EMPTY_QUEUE)) },
  {
    name: 'notifications, loading',
    who: 'diner',
    open: after(holdQueue, menu, notifications, async (page) => {
      await page.getByText('Loading notifications…').waitFor({ state: 'attached' });
    }),
  },
  {
    name: 'notifications, failed',
    who: 'diner',
    open: after(
      failed('/queues/active', MENU, 'Tonkotsu ramen'),
      notifications,
      sees('Notifications could not be loaded'),
    ),
  },
];

const vendorQueue = at('/queues?filter=all', 'Pick');

/** Makes a day of many sales, which the demo lacks. */
const day: Open = changed(
  '/vendors/1/day',
  (data) => ({
    ...data,
    totals: [
      {
        currency: 'CAD',
        currency_symbol: '$',
        orders: 128,
        cancelled: 2,
        items_sold: 311,
        sales: 4820.5,
        service_charge: 160,
        tax_added: 689.47,
        taxes: [
          { name: 'Alcohol', rate: 20, base: 600, amount: 120, refunded: 0 },
          { name: 'HST', rate: 13, base: 4380.5, amount: 569.47, refunded: 4.29 },
        ],
        paid: 5669.97,
        refunds: 37.29,
        net: 5632.68,
        items: [
          ['Tonkotsu ramen', 140, 1, 2310, 18.65],
          ['Spicy miso ramen with extra bamboo, corn and a soy-cured egg', 96, 0, 1584, 0],
          ['Sake', 75, 0, 926.5, 0],
        ].map(([name, quantity, refunded_quantity, sales, refunds], index) => ({
          item: { id: index + 1, name },
          quantity,
          refunded_quantity,
          sales,
          refunds,
        })),
      },
    ],
  }),
  '/vendor/1/day',
  'Tax by rate',
);

const PRINTERS = '/vendor/1/printers';

/** Opens the page of a stall's printers, or a view of it. */
const printersAt = (text: string | RegExp, search = '', stall: Parameters<typeof withPrinters>[1] = {}): Open =>
  partial(async (page, cast) => {
    await withPrinters(page, stall);
    await at(`${PRINTERS}${search}`, text)(page, cast);
  });

const addPrinter = printersAt('What prints?', '?printer=new');

const EDITED_RAMEN = `${MENU_EDITOR}?edit=items/1`;

const inThreeLanguages = (menu: object) => ({ ...menu, languages: ['en', 'fr', 'ar'] });
/** The demo has no texts in German and Persian. */
const untranslated = (menu: object) => ({ ...menu, languages: ['en', 'de', 'fa'] });

interface EditorBody {
  version: string;
  menus: { groups: { items: { id: number; description: string; variants: { price: number }[] }[] }[] }[];
}

/** Another editor's version of the item, with another text, another price and another tax. */
const theirs = (menu: EditorBody): EditorBody => {
  const changed = { ...structuredClone(menu), version: 'of another editor' };
  const ramen = changed.menus
    .flatMap(({ groups }) => groups)
    .flatMap(({ items }) => items)
    .find(({ id }) => id === 1);
  if (ramen) Object.assign(ramen, { description: 'Eighteen hours of pork bones.', tax_category_id: 2 });
  for (const variant of ramen?.variants ?? []) variant.price += 1;
  return changed;
};

/** Opens an item that two editors have changed. This one saves second. */
const editorConflict: Open = partial(async (page, cast) => {
  let menu: EditorBody | undefined;
  const note = (data: object) => {
    menu = data as EditorBody;
    return data;
  };
  await page.route(isResponseTo('/vendors/1/taxes'), (route) => route.fulfill({ json: { data: VENUE_TAXES } }));
  await changed('/vendors/1/menu-editor', note, EDITED_RAMEN, 'Tax of this item')(page, cast);
  await page.route(isResponseTo('/vendors/1/menu-editor/items/1'), (route) =>
    route.fulfill({ status: 409, json: { code: 'MENU_CHANGED', message: 'Changed.', data: menu && theirs(menu) } }),
  );
  await page.getByLabel('Description').fill('Our richest broth.');
  await page
    .getByLabel(/^Price/)
    .first()
    .fill('18.50');
  await page.getByLabel('Tax of this item').selectOption('Alcohol 20 %');
  await press('Save')(page, cast);
  await seen(page, 'Someone else has changed this meanwhile.');
});

/** Opens hours that two editors have changed. This one saves second. */
const hoursConflict: Open = partial(async (page, cast) => {
  const known = { mode: 'schedule', schedule: WEEK, version: 1 };
  let isChanged = false;
  await page.route(isResponseTo('/vendors/1/hours'), async (route) => {
    if (route.request().method() === 'PUT') isChanged = true;
    const hours = isChanged
      ? { ...known, schedule: { weekly: WEEK.weekly.map(() => LUNCH), exceptions: [] }, version: 2 }
      : known;
    await (route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { code: 'HOURS_CHANGED', message: 'Changed.', data: hours } })
      : route.fulfill({ json: { data: hours } }));
  });
  await at('/vendor/1/hours', 'Every week')(page, cast);
  await page.getByRole('region', { name: 'Tuesday' }).getByLabel('Until').fill('15:00');
  await press('Save hours')(page, cast);
  await seen(page, 'Someone else changed the hours meanwhile.');
});

/** Shows the cook as a person who owns no vendor. */
const asStaff: Open = async (page) => {
  await page.addInitScript(() => {
    const user = JSON.parse(localStorage.getItem('user') ?? 'null');
    for (const vendor of user?.vendors.data ?? []) vendor.role = 'staff';
    localStorage.setItem('user', JSON.stringify(user));
  });
  // The page reads this again at its own time.
  await page.route(isResponseTo('/me'), async (route) => {
    const { data } = await (await route.fetch()).json();
    for (const vendor of data.vendors.data) vendor.role = 'staff';
    await route.fulfill({ json: { data } });
  });
};

const VENDOR_TOOLS: readonly ScreenState[] = [
  { name: 'vendor queue', who: 'cook', open: vendorQueue, isWideToo: true, isTabletToo: true },
  {
    name: 'vendor queue, with allergy notes',
    who: 'cook',
    open: changed('/queues/active', withNotes, '/queues?filter=all', 'Allergy:'),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'vendor queue, with orders that no one has seen',
    who: 'cook',
    open: changed('/queues/active', unseenAt('ring'), '/queues?filter=preparing', 'Show new orders'),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'vendor queue, display',
    who: 'cook',
    open: after(vendorQueue, (page) => page.getByRole('button', { name: 'Display' }).click(), dialog('Display')),
  },
  {
    name: 'vendor queue, a tap without the network',
    who: 'cook',
    open: partial(async (page, cast) => {
      await vendorQueue(page, cast);
      await page.addInitScript(() => {
        localStorage.setItem('queues.counter', JSON.stringify({ isSoundOn: true }));
        // Every tap resumes the sound. Here no tap does, so that the request for a tap stays.
        Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' });
      });
      await page.route('**/api/v1/queues/*', (route) =>
        route.request().method() === 'PUT' ? route.abort() : route.fallback(),
      );
      await page.reload();
      await page.getByText('To make').click();
      await seen(page, 'Bring the sound back');
      await page.getByRole('button', { name: 'Pick', exact: true }).first().press('Enter');
      await seen(page, '1 tap is not sent yet');
    }),
    isWideToo: true,
    isTabletToo: true,
  },
  { name: 'vendor queue, loading', who: 'cook', open: loading('/queues/active', '/queues', 'Loading orders…') },
  { name: 'vendor queue, failed', who: 'cook', open: failed('/queues/active', '/queues') },
  {
    name: 'vendor queue, empty and paused',
    who: 'cook',
    open: async (page, cast) => {
      await changed('/queues/active', () => [], '/nowhere', 'Done')(page, cast);
      await changed(
        '/vendors/1',
        (vendor) => ({ ...vendor, accepting_orders: false }),
        '/queues',
        EMPTY_QUEUE,
      )(page, cast);
      await seen(page, 'New orders are paused.');
    },
  },
  {
    name: 'vendor queue, of an empty menu',
    who: 'cook',
    open: async (page, cast) => {
      await changed('/queues/active', () => [], '/nowhere', 'Done')(page, cast);
      await changed(
        '/vendors/1',
        (vendor) => ({ ...vendor, menus: { data: [] } }),
        '/queues',
        'Add your first item',
      )(page, cast);
    },
  },
  {
    name: 'vendor queue, closed by its hours',
    who: 'cook',
    open: changed('/vendors/1', (vendor) => ({ ...vendor, ...CLOSED_BY_HOURS }), '/queues', /closed by your hours/),
  },
  {
    name: 'vendor queue, by the hours, open or closed',
    who: 'cook',
    open: after(
      changed('/vendors/1', (vendor) => ({ ...vendor, ...CLOSED_BY_HOURS }), '/queues', /closed by your hours/),
      press('New orders: closed by the hours'),
      dialog('New orders'),
    ),
  },
  {
    name: 'vendor queue, with tickets that are not printed',
    who: 'cook',
    open: after((page) => withPrinters(page, { stuckJobs: 2 }), vendorQueue, sees('2 tickets are not printed.')),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'vendor queue, a done order at a stall with printers',
    who: 'cook',
    open: after((page) => withPrinters(page), at('/queues?filter=done', 'Re-Print'), sees('Print here')),
  },
  {
    name: 'vendor queue, Display with a tablet that prints',
    who: 'cook',
    open: after(
      (page) => withPrinters(page, { printers: [...printers(), tabletPrinter()] }),
      vendorQueue,
      press('Display'),
      sees('Print new tickets on this device'),
    ),
  },
  {
    name: 'vendor queue, Cancel order?',
    who: 'cook',
    open: after(
      vendorQueue,
      press(/^Cancel order/),
      dialog(/^Cancel order/),
      (page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click(),
      sees('Please give a reason.'),
    ),
  },
  { name: 'items', who: 'cook', open: at('/your-items/1', 'Edit Item'), isWideToo: true },
  { name: 'items, loading', who: 'cook', open: loading('/vendors/1', '/your-items/1', 'Loading items…') },
  { name: 'items, failed', who: 'cook', open: failed('/vendors/1', '/your-items/1') },
  {
    name: 'items, empty',
    who: 'cook',
    open: changed(
      '/vendors/1',
      (vendor) => ({ ...vendor, menus: { data: [] } }),
      '/your-items/1',
      'Add your first item',
    ),
  },
  { name: 'items, of another vendor', who: 'cook', open: at('/your-items/999', 'This is not one of your vendors.') },
  { name: 'stock', who: 'cook', open: at('/vendor/1/items/1', 'Variants'), isWideToo: true },
  { name: 'stock, loading', who: 'cook', open: loading('/items/1', '/vendor/1/items/1') },
  { name: 'stock, failed', who: 'cook', open: failed('/items/1', '/vendor/1/items/1') },
  {
    name: 'hours',
    who: 'cook',
    open: changed('/vendors/1/hours', (hours) => ({ ...hours, schedule: WEEK }), '/vendor/1/hours', 'Every week'),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'hours, not saved',
    who: 'cook',
    open: after(at('/vendor/1/hours', 'No hours are set.'), press('Set hours'), sees('Not saved yet.')),
  },
  {
    name: 'hours, with errors',
    who: 'cook',
    open: after(
      at('/vendor/1/hours', 'No hours are set.'),
      press('Set hours'),
      async (page) => {
        await page.getByRole('region', { name: 'Monday' }).getByLabel('From').fill('');
        const tuesday = page.getByRole('region', { name: 'Tuesday' });
        await tuesday.getByRole('button', { name: /^Add a time/ }).click();
        await tuesday.getByLabel('From').last().fill('12:00');
        await page.getByRole('button', { name: 'Add a day' }).click();
      },
      press('Save hours'),
      sees(/^Some times have to be mended first: Monday, Tuesday, New day/),
    ),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'hours, that another editor has changed',
    who: 'cook',
    open: hoursConflict,
    isWideToo: true,
    isTabletToo: true,
  },
  { name: 'hours, none', who: 'cook', open: at('/vendor/1/hours', 'No hours are set.') },
  {
    name: 'hours, of the hall',
    who: 'cook',
    open: changed(
      '/vendors/1/hours',
      (hours) => ({ ...hours, hall_schedule: WEEK }),
      '/vendor/1/hours',
      'This stall follows them, as it has no hours of its own.',
    ),
  },
  {
    name: 'hours, without the minutes of the watch',
    who: 'cook',
    open: failed('/vendors/1/watch', '/vendor/1/hours', 'The minutes could not be loaded.'),
  },
  { name: 'hours, loading', who: 'cook', open: loading('/vendors/1/hours', '/vendor/1/hours') },
  { name: 'hours, failed', who: 'cook', open: failed('/vendors/1/hours', '/vendor/1/hours') },
  { name: 'menu editor', who: 'cook', open: at(MENU_EDITOR, 'Add an item'), isWideToo: true, isTabletToo: true },
  { name: 'menu editor, loading', who: 'cook', open: loading('/vendors/1/menu-editor', MENU_EDITOR) },
  { name: 'menu editor, failed', who: 'cook', open: failed('/vendors/1/menu-editor', MENU_EDITOR) },
  {
    name: 'menu editor, empty',
    who: 'cook',
    open: changed('/vendors/1/menu-editor', (menu) => ({ ...menu, menus: [] }), MENU_EDITOR, 'Your menu is empty.'),
  },
  {
    name: 'menu editor, More',
    who: 'cook',
    open: after(at(MENU_EDITOR, 'Add an item'), press('More for Tonkotsu ramen'), dialog('Tonkotsu ramen')),
  },
  {
    name: 'menu editor, Delete?',
    who: 'cook',
    open: after(
      at(MENU_EDITOR, 'Add an item'),
      press('More for Tonkotsu ramen'),
      dialog('Tonkotsu ramen'),
      press('Delete'),
      dialog(/^Delete the item/, 'alertdialog'),
    ),
  },
  {
    name: 'menu editor, an item',
    who: 'cook',
    open: after(at(MENU_EDITOR, 'Add an item'), press('Edit Tonkotsu ramen'), sees('Show to customers')),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'menu editor, of a menu that is not translated yet',
    who: 'cook',
    open: changed('/vendors/1/menu-editor', untranslated, MENU_EDITOR, /texts are missing/),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'menu editor, an item in French',
    who: 'cook',
    open: after(
      changed('/vendors/1/menu-editor', inThreeLanguages, EDITED_RAMEN, 'Show to customers'),
      tab(/^Français/),
      sees('Choices'),
    ),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'menu editor, an item in Arabic',
    who: 'cook',
    open: after(
      changed('/vendors/1/menu-editor', inThreeLanguages, EDITED_RAMEN, 'Show to customers'),
      tab(/^العربية/),
      (page) => page.getByRole('textbox', { name: 'Name', exact: true }).fill('رامن تونكوتسو.'),
    ),
  },
  {
    name: 'menu editor, the allergens of an item',
    who: 'cook',
    open: after(
      at(MENU_EDITOR, 'Add an item'),
      press('Edit Tonkotsu ramen'),
      (page) => page.getByRole('checkbox', { name: /^State the allergens/ }).press('Space'),
      (page) => page.getByRole('checkbox', { name: 'Gluten', exact: true }).press('Space'),
      sees('Guests read: contains gluten.'),
    ),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'menu editor, a picture is cut',
    who: 'cook',
    open: after(at(`${MENU_EDITOR}?edit=items/1`, 'Show to customers'), choosePicture('image/jpeg'), async (page) => {
      await page.getByRole('button', { name: 'Use this picture', disabled: false }).waitFor();
    }),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'menu editor, a file that is no picture',
    who: 'cook',
    open: after(
      at(`${MENU_EDITOR}?edit=items/1`, 'Show to customers'),
      choosePicture('text/plain'),
      sees('This file is no JPEG, PNG or WebP picture.'),
    ),
  },
  {
    name: 'menu editor, a file that cannot be opened',
    who: 'cook',
    open: after(
      at(`${MENU_EDITOR}?edit=items/1`, 'Show to customers'),
      choosePicture('image/png'),
      sees('This file could not be opened.'),
    ),
  },
  {
    name: 'menu editor, a new item with nothing typed',
    who: 'cook',
    open: after(at(MENU_EDITOR, 'Add an item'), press(/^Add an item/), press('Save'), sees('A name is required.')),
  },
  {
    name: 'menu editor, that another editor has changed',
    who: 'cook',
    open: editorConflict,
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'menu editor, a save without the network',
    who: 'cook',
    open: after(
      at(EDITED_RAMEN, 'Show to customers'),
      (page) => page.getByLabel('Description').fill('Our richest broth.'),
      (page) => page.context().setOffline(true),
      press('Save'),
      sees('What you typed is kept in this tab.'),
    ),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'menu editor, with what was typed before',
    who: 'cook',
    open: after(
      at(EDITED_RAMEN, 'Show to customers'),
      (page) => page.getByLabel('Description').fill('Our richest broth.'),
      at(MENU_EDITOR, 'Continue'),
    ),
  },
  {
    name: 'menu editor, of another stall',
    who: 'newcomer',
    open: at(MENU_EDITOR, 'This is not one of your vendors.'),
    isWideToo: true,
  },
  {
    name: 'menu editor, for staff',
    who: 'cook',
    open: after(asStaff, at(MENU_EDITOR, 'Only an owner of this vendor changes its menu.')),
  },
  { name: 'people', who: 'cook', open: at('/vendor/1/members', 'Invite someone'), isWideToo: true },
  { name: 'people, loading', who: 'cook', open: loading('/vendors/1/members', '/vendor/1/members') },
  { name: 'people, failed', who: 'cook', open: failed('/vendors/1/members', '/vendor/1/members') },
  {
    name: 'people, Remove?',
    who: 'cook',
    open: after(at('/vendor/1/members', 'Invite someone'), press(/^Remove/), dialog(/^Remove/, 'alertdialog')),
  },
  { name: 'day’s end', who: 'cook', open: day, isWideToo: true, isTabletToo: true },
  { name: 'day’s end, loading', who: 'cook', open: loading('/vendors/1/day', '/vendor/1/day', 'Loading the day…') },
  { name: 'day’s end, failed', who: 'cook', open: failed('/vendors/1/day', '/vendor/1/day') },
  { name: 'day’s end, without a sale', who: 'cook', open: at('/vendor/1/day?day=2020-01-01', /^Nothing was sold/) },
  {
    name: 'day’s end, on paper',
    who: 'cook',
    open: after(day, async (page) => await page.emulateMedia({ media: 'print' })),
  },
  {
    name: 'day’s end, with a receipt printer',
    who: 'cook',
    open: after((page) => withPrinters(page), day, sees(/^Print on/)),
  },
  { name: 'printers', who: 'cook', open: printersAt('Tickets of the last day'), isWideToo: true, isTabletToo: true },
  { name: 'printers, loading', who: 'cook', open: loading('/vendors/1/printers', PRINTERS) },
  { name: 'printers, failed', who: 'cook', open: failed('/vendors/1/printers', PRINTERS) },
  { name: 'printers, none', who: 'cook', open: printersAt('No printer yet.', '', { printers: [], jobs: [] }) },
  {
    name: 'printers, for staff',
    who: 'cook',
    open: printersAt('Nothing was printed yet.', '', { mayEdit: false, jobs: [] }),
  },
  {
    name: 'printers, of another stall',
    who: 'cook',
    open: at('/vendor/999/printers', 'This is not one of your vendors.'),
  },
  { name: 'printers, a new one', who: 'cook', open: addPrinter, isWideToo: true },
  {
    name: 'printers, a new one with its address',
    who: 'cook',
    open: after(addPrinter, press('Continue'), sees('Waiting for the printer…')),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'printers, a new one with the command of its agent',
    who: 'cook',
    open: after(
      addPrinter,
      (page) => page.getByRole('radio', { name: /Another receipt printer/ }).check(),
      press('Continue'),
      sees('Waiting for the printer…'),
    ),
  },
  {
    name: 'printers, the settings of one',
    who: 'cook',
    open: printersAt('Only these groups of the menu', '?printer=72'),
    isWideToo: true,
  },
  {
    name: 'printers, New address?',
    who: 'cook',
    open: after(
      printersAt('Only these groups of the menu', '?printer=72'),
      press('New address'),
      dialog(/^Make a new address/, 'alertdialog'),
    ),
  },
  {
    name: 'printers, a ticket as it prints',
    who: 'cook',
    open: after(printersAt('K-104'), press('Preview of K-104'), dialog('K-104')),
  },
  { name: 'operators', who: 'operator', open: at(OPERATORS, 'Invite someone'), isWideToo: true },
  { name: 'operators, loading', who: 'operator', open: loading('/venues/1/operators', OPERATORS) },
  { name: 'operators, failed', who: 'operator', open: failed('/venues/1/operators', OPERATORS) },
  { name: 'operators, of others', who: 'newcomer', open: at(OPERATORS, /^Only an operator of this hall/) },
  {
    name: 'operators, Remove?',
    who: 'operator',
    open: after(at(OPERATORS, 'Invite someone'), press(/^Remove/), dialog(/^Remove/, 'alertdialog')),
  },
  {
    name: 'watch',
    who: 'operator',
    open: async (page, cast) => {
      await page.route(isResponseTo('/venues/1/text-messages'), (route) => route.fulfill({ json: { data: TEXTS } }));
      await changed('/venues/1/watch', () => WATCHED, WATCH, /42 text messages this month/)(page, cast);
    },
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'hours of the hall',
    who: 'operator',
    open: changed('/venues/1/hours', (hours) => ({ ...hours, schedule: WEEK }), HALL_HOURS, 'Every week'),
    isWideToo: true,
  },
  { name: 'hours of the hall, none', who: 'operator', open: at(HALL_HOURS, 'No hours are set.') },
  { name: 'hours of the hall, loading', who: 'operator', open: loading('/venues/1/hours', HALL_HOURS) },
  { name: 'hours of the hall, failed', who: 'operator', open: failed('/venues/1/hours', HALL_HOURS) },
  {
    name: 'hours of the hall, of others',
    who: 'operator',
    open: at('/hall/999/hours', /^Only an operator of this hall/),
  },
  {
    name: 'watch, with nothing to do',
    who: 'operator',
    open: changed('/venues/1/watch', () => ({ ...WATCHED, ...UNWATCHED }), WATCH, 'Nothing needs you.'),
  },
  { name: 'watch, loading', who: 'operator', open: loading('/venues/1/watch', WATCH) },
  { name: 'watch, failed', who: 'operator', open: failed('/venues/1/watch', WATCH) },
  { name: 'watch, of others', who: 'newcomer', open: at(WATCH, /^Only an operator of this hall/) },
  { name: 'site operators', who: 'operator', open: at(SITE_OPERATORS, 'Add someone'), isWideToo: true },
  { name: 'site operators, loading', who: 'operator', open: loading('/site-operators', SITE_OPERATORS) },
  { name: 'site operators, failed', who: 'operator', open: failed('/site-operators', SITE_OPERATORS) },
  { name: 'site operators, of others', who: 'newcomer', open: at(SITE_OPERATORS, /^Only a site operator/) },
  {
    name: 'site operators, Remove?',
    who: 'operator',
    open: after(at(SITE_OPERATORS, 'Add someone'), press(/^Remove/), dialog(/^Remove/, 'alertdialog')),
  },
  {
    name: 'switch sheet, of an operator',
    who: 'operator',
    open: after(at('/profile', /Supporting your community/), press('Login in as vendor'), dialog('Switch to')),
    isWideToo: true,
  },
  { name: 'item, for a vendor', who: 'cook', open: at(RAMEN, 'Switch to your personal account to order.') },
  {
    name: 'account of a vendor',
    who: 'cook',
    open: after(at('/profile', /Supporting your community/), sees('Export Orders')),
    isWideToo: true,
  },
  {
    name: 'export, without an order',
    who: 'cook',
    open: after(
      changed('/vendors/1/orders', () => [], '/profile', 'Export Orders'),
      press('Export'),
      dialog('No orders to export', 'alertdialog'),
    ),
  },
  {
    name: 'switch sheet',
    who: 'cook',
    open: after(at('/profile', 'Export Orders'), press('Login to personal account'), dialog('Switch to')),
    isWideToo: true,
  },
];

export const tagOf = ({ name }: ScreenState): string[] =>
  CORE_STATES.some(({ state }) => state === name) ? [CORE] : [];

/** Two stalls of a hall: one as it is, and one that has just been created. */
const withEmptyStall = (body: object): object => {
  const { data, ...rest } = body as { data: object[] };
  const fields = { id: 990, name: 'Tempura Bar', items: 0, people: 0, printers: 0, is_open: false, mode: 'closed' };
  return { ...rest, data: [{ ...data[0], ...fields }, ...data], archived: [{ id: 991, name: 'Old Bakery' }] };
};
const twoHalls = (data: object): object => {
  const [first] = data as object[];
  return [first, { ...first, id: 2, name: 'Dockside Food Hall', state: 'closed', vendors: [] }];
};

/** How far a hall has come that takes the payments of guests. */
const LIVE = { stalls: 12, items: 140, tables: 40, has_order: true, is_open: true, payments: 'live' };

/** A day with money in each hour, and with something of each kind that an operator has to look at. */
const busyDay = (data: object): object => {
  const money = { currency: 'CAD', currency_symbol: '$' };
  const order = (id: number) => ({ id, order_number: `K-${id}` });
  return {
    ...data,
    start: LIVE,
    takings: {
      data: [
        {
          ...money,
          orders: 184,
          gross: 3412.5,
          refunds: 27.4,
          hours: {
            data: [210, 640.25, 1290.5, 803.75, 468].map((gross, at) => ({
              hour: 11 + at,
              orders: 12 + at * 7,
              gross,
            })),
          },
          stalls: {
            data: ['Kumo Ramen', 'Pico Taquería', 'Forno Alto'].map((name, at) => ({
              vendor: { id: at + 1, name },
              orders: 90 - at * 20,
              gross: 1800 - at * 500,
              refunds: 0,
            })),
          },
        },
      ],
    },
    closed: { data: [{ vendor: { id: 4, name: 'Butter Lane Bakery' }, mode: 'closed' }] },
    mismatches: {
      data: [
        {
          id: 1,
          customer: 'Thandi Mokoena',
          provider: 'Stripe',
          reference: 'pi_3PqLkY2eZvKYlo2C',
          asked: 24.5,
          asked_currency: 'CAD',
          received: 24,
          received_currency: 'CAD',
          created_at: minutesAgo(12),
        },
      ],
    },
    refunds: {
      data: (['unclear', 'failed', 'delayed'] as const).map((state, at) => ({
        id: at + 1,
        order: order(101 + at),
        vendor: KUMO,
        amount: 12.5,
        ...money,
        state,
        created_at: minutesAgo(30),
      })),
    },
    refused_transfers: {
      data: [false, true].map((is_reversal) => ({
        vendor: KUMO,
        amount: is_reversal ? 12.5 : 948.2,
        ...money,
        is_reversal,
        payments: is_reversal ? 1 : 27,
        reason: is_reversal ? 'refused: balance_insufficient' : 'unknown-reference: resource_missing',
      })),
    },
    unprinted: { data: [{ order: order(107), vendor: KUMO, since: minutesAgo(5) }] },
  };
};
const busyHall: Open = async (page, cast) => {
  await page.route(isResponseTo('/venues/1/watch'), (route) => route.fulfill({ json: { data: WATCHED } }));
  await changed('/venues/1/today', busyDay, TODAY, 'Refund unclear')(page, cast);
  await seen(page, 'Cannot be reached');
};
const quietDay = (data: object): object => ({
  ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, name === 'day' ? value : { data: [] }])),
  start: LIVE,
});
const newHall: Open = async (page, cast) => {
  const data = { ...UNWATCHED, stops_silent_stalls: false };
  const start = { ...LIVE, items: 0, tables: 0, has_order: false, payments: 'test' };
  await page.route(isResponseTo('/venues/1/watch'), (route) => route.fulfill({ json: { data } }));
  await changed('/venues/1/today', (day) => ({ ...quietDay(day), start }), TODAY, 'First stall')(page, cast);
};
const quietHall: Open = async (page, cast) => {
  const data = { ...UNWATCHED, stops_silent_stalls: false };
  await page.route(isResponseTo('/venues/1/watch'), (route) => route.fulfill({ json: { data } }));
  await changed('/venues/1/today', quietDay, TODAY, 'Nothing needs you.')(page, cast);
};

const officeOrder = async (cast: Cast) => `${ORDERS}/${(await cast.orders()).fresh.order.id}`;
const someOrders = (body: object): object => {
  const { data } = body as { data: object[] };
  const states = ['new', 'busy', 'done', 'collected', 'cancelled'];
  const orders = states.map((state, at) => ({
    ...data[0],
    id: 9_000 + at,
    order_number: `K-${110 - at}`,
    state,
    refunded: state === 'cancelled' ? 62.72 : 0,
  }));
  return { data: orders, next: 9_004 };
};
const paidOrders: Open = async (page, cast) => {
  await cast.orders();
  await responding('/venues/1/orders', someOrders, ORDERS, 'K-110')(page, cast);
};

const ITEMS = /^\/orders\/\d+$/;
/** An order whose whole payment has gone back and that is still in the kitchen. */
const refundedOrder: Open = async (page, cast) => {
  await page.route(isResponseTo(/^\/orders\/\d+\/refunds$/), async (route) => {
    await route.fulfill({ json: { ...(await (await route.fetch()).json()), left: 0 } });
  });
  await at(officeOrder, 'Cancel the order')(page, cast);
};
/** A stall whose money Stripe transfers to its own account. */
const connectedStall = (body: object): object => {
  const { data, ...rest } = body as { data: object[] };
  return {
    ...rest,
    payment_provider: 'Stripe',
    data: data.map((stall) => ({ ...stall, stripe_account: 'acct_1Nv0FGQ9RKHgCVdK' })),
  };
};

const HALL: readonly ScreenState[] = [
  { name: 'orders of the hall', who: 'operator', open: paidOrders, isWideToo: true },
  {
    name: 'orders of the hall, none found',
    who: 'operator',
    open: at(`${ORDERS}?q=nobody-of-this-name`, /^No order was/),
  },
  { name: 'orders of the hall, loading', who: 'operator', open: loading('/venues/1/orders', ORDERS) },
  { name: 'orders of the hall, failed', who: 'operator', open: failed('/venues/1/orders', ORDERS) },
  {
    name: 'orders of the hall, of others',
    who: 'operator',
    open: refused('/venues/1/orders', ORDERS, /^Only an operator of this hall/),
  },
  { name: 'order of the hall', who: 'operator', open: at(officeOrder, 'What to refund'), isWideToo: true },
  {
    name: 'order of the hall, Cancel?',
    who: 'operator',
    open: after(at(officeOrder, 'What to refund'), press('Cancel the order'), dialog('Cancel the order?')),
  },
  {
    name: 'order of the hall, items loading',
    who: 'operator',
    open: loading(ITEMS, officeOrder, 'Loading the items…'),
  },
  {
    name: 'order of the hall, items failed',
    who: 'operator',
    open: failed(ITEMS, officeOrder, 'The items could not be loaded'),
  },
  {
    name: 'order of the hall, Cancel? after the refund',
    who: 'operator',
    open: after(refundedOrder, press('Cancel the order'), sees(/^It leaves the kitchen for good\. Nothing is left/)),
  },
  {
    name: 'order of the hall, refund with errors',
    who: 'operator',
    open: after(at(officeOrder, 'What to refund'), press(/^Refund$/), sees('Please give a reason.')),
  },
  {
    name: 'order of the hall, unknown',
    who: 'operator',
    open: at(`${ORDERS}/99999999`, /^Only an operator of this hall/),
  },
  { name: 'today', who: 'operator', open: busyHall, isWideToo: true, isTabletToo: true },
  { name: 'today, with nothing to do', who: 'operator', open: quietHall },
  { name: 'today, of a new hall', who: 'operator', open: newHall, isWideToo: true },
  { name: 'today, loading', who: 'operator', open: loading('/venues/1/today', TODAY) },
  { name: 'today, failed', who: 'operator', open: failed('/venues/1/today', TODAY) },
  {
    name: 'today, of others',
    who: 'operator',
    open: refused('/venues/1/today', TODAY, /^Only an operator of this hall/),
  },
  { name: 'halls', who: 'operator', open: changed('/operated-venues', twoHalls, HALLS, 'Dockside'), isWideToo: true },
  { name: 'halls, loading', who: 'operator', open: loading('/operated-venues', HALLS) },
  { name: 'halls, failed', who: 'operator', open: failed('/operated-venues', HALLS) },
  { name: 'halls, of others', who: 'newcomer', open: at(HALLS, 'You do not operate a hall.') },
  {
    name: 'stalls',
    who: 'operator',
    open: responding('/venues/1/vendors', withEmptyStall, STALLS, 'Old Bakery'),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'stalls, changing the order',
    who: 'operator',
    open: after(at(STALLS, 'Kumo Ramen'), press('Change the order'), sees('Down')),
  },
  {
    name: 'stalls, empty',
    who: 'operator',
    open: responding('/venues/1/vendors', (body) => ({ ...body, data: [], archived: [] }), STALLS, /no stall yet/),
  },
  { name: 'stalls, loading', who: 'operator', open: loading('/venues/1/vendors', STALLS) },
  { name: 'stalls, failed', who: 'operator', open: failed('/venues/1/vendors', STALLS) },
  {
    name: 'stalls, of others',
    who: 'operator',
    open: refused('/venues/1/vendors', STALLS, /^Only an operator of this hall/),
  },
  {
    name: 'stall',
    who: 'operator',
    open: responding(
      '/venues/1/vendors',
      (body) => ({ ...body, languages: ['en', 'fr'], payment_provider: 'Paystack' }),
      `${STALLS}/1`,
      'Archive the stall',
    ),
    isWideToo: true,
  },
  {
    name: 'stall, with an account at Stripe',
    who: 'operator',
    open: responding('/venues/1/vendors', connectedStall, `${STALLS}/1`, 'Archive the stall'),
  },
  { name: 'stall, new', who: 'operator', open: at(`${STALLS}/new`, 'Create the stall') },
  {
    name: 'stall, new, with errors',
    who: 'operator',
    open: after(at(`${STALLS}/new`, 'Create the stall'), press('Create the stall'), sees('Name is required')),
  },
  { name: 'stall, not on the list', who: 'operator', open: at(`${STALLS}/999999`, /not on the list of the hall/) },
  {
    name: 'stall, Archive?',
    who: 'operator',
    open: after(at(`${STALLS}/1`, 'Archive the stall'), press('Archive the stall'), dialog(/^Archive/, 'alertdialog')),
  },
];

const HALL_TABLES = '/venues/1/tables';
const someTables = (): object => ({
  data: ['1', '2', '3', 'Terrace 1', 'Terrace 2'].map((name, at) => ({
    id: at + 1,
    name,
    code: `code-${at}`,
    url: `https://hall.example/t/code-${at}`,
  })),
});
const tables = responding(HALL_TABLES, someTables, TABLES, 'Print all codes');
const TABLE_STATES: readonly ScreenState[] = [
  { name: 'tables', who: 'operator', open: tables, isWideToo: true, isTabletToo: true },
  {
    name: 'tables, empty',
    who: 'operator',
    open: responding(HALL_TABLES, () => ({ data: [] }), TABLES, /no table yet/),
  },
  {
    name: 'tables, with errors',
    who: 'operator',
    open: after(tables, press(/^Add$/), sees(/^Enter a name, or a range/)),
  },
  {
    name: 'tables, Remove?',
    who: 'operator',
    open: after(tables, press('Remove the table 1'), dialog(/^Remove the table/, 'alertdialog')),
  },
  { name: 'tables, loading', who: 'operator', open: loading(HALL_TABLES, TABLES) },
  { name: 'tables, failed', who: 'operator', open: failed(HALL_TABLES, TABLES) },
  { name: 'tables, of others', who: 'operator', open: refused(HALL_TABLES, TABLES, /^Only an operator of this hall/) },
];

const AUDIT = '/venues/1/audit';
const someChanges = (): object => {
  const change = (id: number, action: string, subject: string, more: object = {}) => ({
    id,
    at: '2026-10-05T16:20:00Z',
    actor: { id: 1, name: 'Ola Adeyemi' },
    action,
    subject,
    vendor: { id: 1, name: 'Kumo Ramen' },
    before: null,
    after: null,
    ...more,
  });
  const ofHall = { vendor: null };
  const data = [
    change(9, 'member.changed', 'cook@foodhall.test', { before: { role: 'staff' }, after: { role: 'owner' } }),
    change(8, 'item.changed', 'Tonkotsu', {
      before: { price: 16, name: 'Ramen' },
      after: { price: 17.5, name: 'Tonkotsu' },
    }),
    change(7, 'opening.switched', 'Kumo Ramen', { before: { mode: 'schedule' }, after: { mode: 'closed' } }),
    change(6, 'table.added', 'Terrace 3', ofHall),
    change(5, 'second-factor.reset', 'operator@foodhall.test', { ...ofHall, actor: null }),
  ];
  return { data, next: 5, timezone: 'America/Toronto', currency: 'CAD', currency_symbol: '$' };
};
const PEOPLE_STATES: readonly ScreenState[] = [
  {
    name: 'people of the hall',
    who: 'operator',
    open: responding(AUDIT, someChanges, PEOPLE, 'Tonkotsu'),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'people of the hall, no change of a kind',
    who: 'operator',
    open: responding(AUDIT, (body) => ({ ...body, data: [], next: null }), `${PEOPLE}?kind=money`, /^No change/),
  },
  { name: 'people of the hall, loading', who: 'operator', open: loading(AUDIT, PEOPLE) },
  { name: 'people of the hall, failed', who: 'operator', open: failed(AUDIT, PEOPLE) },
  {
    name: 'people of the hall, of others',
    who: 'operator',
    open: refused(AUDIT, PEOPLE, /^Only an operator of this hall/),
  },
];

const STATEMENTS = '/venues/1/statements';
const statement = responding(STATEMENTS, () => statements('owed'), STATEMENT, 'Owed to the stall');
const ledgerShown = responding('/venues/1/ledger', ledgerEntries, LEDGER, 'P-20261020-0042');
const ledgerOpened = after(
  ledgerShown,
  (page) => page.getByText('P-20261020-0042').first().click(),
  sees('Open order 2'),
);
const checked = (result: keyof typeof ledgerCheck, text: string | RegExp): Open =>
  after(
    async (page) => {
      await page.route(isResponseTo('/venues/1/ledger/check'), (route) => route.fulfill({ json: ledgerCheck[result] }));
    },
    ledgerShown,
    press('Check now'),
    sees(text),
  );
const disputesShown = responding('/venues/1/disputes', () => disputes(), DISPUTES, 'Needs an answer');
/** A dispute of an order that the diner has collected, as an operator has entered it. */
const disputeShown: Open = async (page, cast) => {
  const { done } = await cast.orders();
  await page.route(isResponseTo('/venues/1/disputes/1'), (route) =>
    route.fulfill({ json: { data: disputes([done.order.id]).data[0] } }),
  );
  await at(`${DISPUTES}/1`, 'Print the evidence')(page, cast);
  await seen(page, 'Paid and placed');
};
const termsShown = changed('/venues/1/terms', terms, TERMS, 'Forno Alto');
/** Opens the terms of a stall that a colleague has saved since. This operator saves second. */
const termsConflict: Open = partial(async (page, cast) => {
  const stored = terms();
  const [kumo, ...others] = stored.vendors;
  const theirs = {
    ...stored,
    vendors: [{ ...kumo, commission_percent: 15, version: 'of another operator' }, ...others],
  };
  await page.route(isResponseTo('/venues/1/terms/1'), (route) =>
    route.fulfill({ status: 409, json: { message: 'Changed meanwhile.', code: 'TERMS_CHANGED', data: theirs } }),
  );
  await termsShown(page, cast);
  await press('Edit the terms of Kumo Ramen')(page, cast);
  await page.getByLabel('Commission in percent').fill('10');
  await press('Save')(page, cast);
  await seen(page, 'Keep mine');
});
const MONEY_STATES: readonly ScreenState[] = [
  {
    name: 'statements',
    who: 'operator',
    open: responding(STATEMENTS, () => statements(), `${MONEY}${OCTOBER}`, 'Owes the hall'),
    isWideToo: true,
    isTabletToo: true,
  },
  {
    name: 'statements, own days',
    who: 'operator',
    open: responding(STATEMENTS, () => statements(), `${MONEY}?from=2026-10-05&to=2026-10-11`, 'First day'),
  },
  {
    name: 'statements, days that cannot be',
    who: 'operator',
    open: at(`${MONEY}?from=2026-10-31&to=2026-10-01`, /^The last day is before/),
  },
  {
    name: 'statements, empty',
    who: 'operator',
    open: responding(STATEMENTS, (body) => ({ ...body, data: [] }), `${MONEY}${OCTOBER}`, /^Nothing was booked/),
  },
  { name: 'statements, loading', who: 'operator', open: loading(STATEMENTS, `${MONEY}${OCTOBER}`) },
  { name: 'statements, failed', who: 'operator', open: failed(STATEMENTS, `${MONEY}${OCTOBER}`) },
  {
    name: 'statements, of others',
    who: 'operator',
    open: refused(STATEMENTS, MONEY, /^Only an operator of this hall/),
  },
  { name: 'statement', who: 'operator', open: statement, isWideToo: true },
  {
    name: 'statement, of a stall that owes',
    who: 'operator',
    open: responding(STATEMENTS, () => statements('owes'), STATEMENT, 'Owed by the stall'),
  },
  { name: 'statement, loading', who: 'operator', open: loading(STATEMENTS, STATEMENT) },
  { name: 'statement, failed', who: 'operator', open: failed(STATEMENTS, STATEMENT) },
  {
    name: 'statement, Record a payout',
    who: 'operator',
    open: after(statement, press('Record a payout'), dialog('Record a payout')),
    isWideToo: true,
  },
  {
    name: 'statement, Record a payout, with errors',
    who: 'operator',
    open: after(statement, press('Record a payout'), press(/^Paid out$/), sees('Enter the reference of the transfer.')),
  },
  {
    name: 'statement, Undo this payout?',
    who: 'operator',
    open: after(statement, press(/^Undo the payout/), dialog('Undo this payout?')),
  },
  { name: 'ledger', who: 'operator', open: ledgerOpened, isWideToo: true },
  {
    name: 'ledger, empty',
    who: 'operator',
    open: responding('/venues/1/ledger', () => ({ data: [] }), LEDGER, 'Nothing is booked yet.'),
  },
  {
    name: 'ledger, nothing found',
    who: 'operator',
    open: responding('/venues/1/ledger', () => ({ data: [] }), `${LEDGER}?payment=none`, 'No entry is like this.'),
  },
  { name: 'ledger, loading', who: 'operator', open: loading('/venues/1/ledger', LEDGER) },
  { name: 'ledger, failed', who: 'operator', open: failed('/venues/1/ledger', LEDGER) },
  {
    name: 'ledger, of others',
    who: 'operator',
    open: refused('/venues/1/ledger', LEDGER, /^Only an operator of this hall/),
  },
  {
    name: 'ledger, checked',
    who: 'operator',
    open: checked('right', 'The books are right'),
  },
  { name: 'ledger, with differences', who: 'operator', open: checked('different', '3 differences'), isWideToo: true },
  {
    name: 'ledger, checked without the provider',
    who: 'operator',
    open: checked('unreachable', /could not be reached/),
  },
  { name: 'disputes', who: 'operator', open: disputesShown, isWideToo: true },
  {
    name: 'disputes, empty',
    who: 'operator',
    open: responding('/venues/1/disputes', () => ({ data: [], next: null }), DISPUTES, 'No payment is disputed.'),
  },
  { name: 'disputes, loading', who: 'operator', open: loading('/venues/1/disputes', DISPUTES) },
  { name: 'disputes, failed', who: 'operator', open: failed('/venues/1/disputes', DISPUTES) },
  {
    name: 'disputes, of others',
    who: 'operator',
    open: refused('/venues/1/disputes', DISPUTES, /^Only an operator of this hall/),
  },
  {
    name: 'disputes, Enter a dispute, with errors',
    who: 'operator',
    open: after(disputesShown, press('Enter a dispute'), press('Enter the dispute'), sees('Enter a reason.')),
  },
  { name: 'dispute', who: 'operator', open: disputeShown, isWideToo: true },
  {
    name: 'dispute, Close the dispute',
    who: 'operator',
    open: after(disputeShown, press('Close the dispute'), dialog('Close the dispute')),
  },
  { name: 'dispute, loading', who: 'operator', open: loading('/venues/1/disputes/1', `${DISPUTES}/1`) },
  { name: 'dispute, failed', who: 'operator', open: failed('/venues/1/disputes/1', `${DISPUTES}/1`) },
  { name: 'terms', who: 'operator', open: termsShown, isWideToo: true },
  { name: 'terms, a colleague was faster', who: 'operator', open: termsConflict },
  { name: 'terms, loading', who: 'operator', open: loading('/venues/1/terms', TERMS) },
  { name: 'terms, failed', who: 'operator', open: failed('/venues/1/terms', TERMS) },
  {
    name: 'terms, of others',
    who: 'operator',
    open: refused('/venues/1/terms', TERMS, /^Only an operator of this hall/),
  },
  {
    name: 'terms, of a stall, with errors',
    who: 'operator',
    open: after(
      termsShown,
      press('Edit the terms of Kumo Ramen'),
      (page) => page.getByLabel('Commission in percent').fill('101'),
      press('Save'),
      sees('Enter a percentage between 0 and 100.'),
    ),
  },
  {
    name: 'terms, of the fees',
    who: 'operator',
    open: after(termsShown, press('Edit the provider’s fees'), dialog('Provider’s fees')),
  },
];

const CHARGE = `${SETTINGS}/charge`;
/** The field of a form that the operator types into. */
const retype =
  (label: string, text: string): Open =>
  (page) =>
    page.getByLabel(label).fill(text);
/** The response to the check of the keys, in place of the provider's. */
const checkedKeys =
  (fields: object): Open =>
  async (page, cast) => {
    const data = {
      provider: 'Stripe',
      key: 'accepted',
      setting: 'STRIPE_SECRET_GRANARY',
      detail: null,
      webhooks: 'arrives',
      webhook_url: 'https://hall.example/api/v1/webhooks/stripe/granary-square-market',
      ...fields,
    };
    await page.route(isResponseTo('/venues/1/provider-check'), (route) => route.fulfill({ json: { data } }));
    await at(`${SETTINGS}/provider`, 'Variable with the secret key')(page, cast);
    await press('Check now')(page, cast);
    await seen(page, /the key/);
  };
const DEMO_FOUND = {
  venues: [
    { slug: 'granary', name: 'Granary Square Market', outcome: 'archived' },
    { slug: 'dockside', name: 'Dockside Food Hall', outcome: 'deleted' },
  ],
  accounts: [
    { email: 'customer@foodhall.test', outcome: 'closed' },
    { email: 'the-operator-with-a-long-address@foodhall.test', outcome: 'deleted' },
  ],
};
const demoShown: Open = async (page, cast) => {
  await page.route(isResponseTo('/demo/removal'), (route) => route.fulfill({ json: { data: DEMO_FOUND } }));
  await at(`${SETTINGS}/demo`, 'Show what would go')(page, cast);
  await press('Show what would go')(page, cast);
  await seen(page, 'Dockside Food Hall');
};

/** Opens a form that a colleague has saved since. This operator saves second. */
const chargeConflict: Open = partial(async (page, cast) => {
  let settings = {};
  const note = (data: object) => {
    settings = data;
    return data;
  };
  const label = 'Service charge for each order in CAD';
  await changed('/venues/1/settings', note, CHARGE, label)(page, cast);
  await page.route(isResponseTo('/venues/1/settings'), (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const data = { ...settings, charge: { version: 'of another operator', service_charge: 1.5 } };
    return route.fulfill({ status: 409, json: { message: 'Changed meanwhile.', code: 'SETTINGS_CHANGED', data } });
  });
  await page.getByLabel(label).fill('3');
  await press('Save')(page, cast);
  await seen(page, 'Keep mine');
});

const SETTINGS_STATES: readonly ScreenState[] = [
  { name: 'settings', who: 'operator', open: at(SETTINGS, 'Payment provider'), isWideToo: true, isTabletToo: true },
  { name: 'settings, loading', who: 'operator', open: loading('/venues/1/settings', SETTINGS) },
  { name: 'settings, failed', who: 'operator', open: failed('/venues/1/settings', SETTINGS) },
  {
    name: 'settings, of others',
    who: 'operator',
    open: refused('/venues/1/settings', SETTINGS, /^Only an operator of this hall/),
  },
  { name: 'settings, name and texts', who: 'operator', open: at(`${SETTINGS}/name`, 'Description'), isWideToo: true },
  { name: 'settings, picture', who: 'operator', open: at(`${SETTINGS}/picture`, /^A JPEG/) },
  {
    name: 'settings, a file that is no picture',
    who: 'operator',
    open: after(
      at(`${SETTINGS}/picture`, /^A JPEG/),
      choosePicture('text/plain'),
      sees('This file is no JPEG, PNG or WebP picture.'),
    ),
  },
  { name: 'settings, languages', who: 'operator', open: at(`${SETTINGS}/languages`, 'Add a language') },
  { name: 'settings, taxes', who: 'operator', open: at(`${SETTINGS}/tax`, 'Other tax rates') },
  {
    name: 'settings, taxes, a new rate',
    who: 'operator',
    open: after(at(`${SETTINGS}/tax`, 'Other tax rates'), press('Add a tax rate'), dialog('New tax rate')),
  },
  {
    name: 'settings, service charge, with an error',
    who: 'operator',
    open: after(
      at(CHARGE, 'Service charge for each order in CAD'),
      retype('Service charge for each order in CAD', 'much'),
      press('Save'),
      sees('Enter an amount, such as 12.50.'),
    ),
  },
  {
    name: 'settings, service charge, a colleague was faster',
    who: 'operator',
    open: chargeConflict,
  },
  { name: 'settings, tips', who: 'operator', open: at(`${SETTINGS}/tips`, 'No tips') },
  { name: 'settings, delivery', who: 'operator', open: at(`${SETTINGS}/delivery`, 'Deliver to a table') },
  { name: 'settings, hours', who: 'operator', open: at(`${SETTINGS}/hours`, 'Hours of the stalls') },
  {
    name: 'setting',
    who: 'operator',
    open: at(`${SETTINGS}/provider`, 'Variable with the secret key'),
    isWideToo: true,
  },
  { name: 'settings, provider that takes the key', who: 'operator', open: partial(checkedKeys({})) },
  {
    name: 'settings, provider that refuses the key',
    who: 'operator',
    open: partial(checkedKeys({ key: 'refused', detail: 'api_key_expired', webhooks: 'lost' })),
  },
  { name: 'settings, go live', who: 'operator', open: at(`${SETTINGS}/live`, 'Payments'), isWideToo: true },
  {
    name: 'settings, close the hall',
    who: 'operator',
    open: after(at(`${SETTINGS}/live`, 'Payments'), press('Close the hall'), dialog(/^Close /, 'alertdialog')),
  },
  { name: 'settings, data of the demo', who: 'operator', open: partial(demoShown) },
  { name: 'settings, backup', who: 'operator', open: at(`${SETTINGS}/backup`, 'Download a backup') },
  { name: 'settings, on the server', who: 'operator', open: at(`${SETTINGS}/server`, 'Restore a backup') },
];

export const SCREEN_STATES: readonly ScreenState[] = [
  ...CATALOG,
  ...SIGN_IN,
  ...CHROME,
  ...SECOND_FACTOR,
  ...CHECKOUT,
  ...QUEUES,
  ...VENDOR_TOOLS,
  ...HALL,
  ...MONEY_STATES,
  ...TABLE_STATES,
  ...PEOPLE_STATES,
  ...SETTINGS_STATES,
];
