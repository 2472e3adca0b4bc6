import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { CUSTOMER, type FakeApi, fakeApi, renderScreen } from 'shared-contracts/testing';
import { Screen as Setting } from './setting.screen';
import { Screen as Settings } from './settings.screen';
import { someSettings } from './settings.testing';

const VENUES = {
  data: [
    {
      id: 1,
      slug: 'granary',
      name: 'Granary',
      state: 'open',
      vendors: [{ id: 7, slug: 'kumo', name: 'Kumo Ramen', state: 'open' }],
    },
  ],
};
const apiWith = (settings: unknown = { data: someSettings() }): FakeApi =>
  fakeApi()
    .on('GET /venues/1/settings', settings)
    .on('GET /operated-venues', VENUES)
    .on('GET /venues/1/hours', { data: { schedule: null, version: 1 } });
const showList = (api: FakeApi) =>
  renderScreen(<Settings />, {
    api,
    at: '/hall/1/settings',
    path: '/hall/:venueId/settings',
    state: { session: CUSTOMER },
  });
const showPage = (api: FakeApi, part: string) =>
  renderScreen(<Setting />, {
    api,
    at: `/hall/1/settings/${part}`,
    path: '/hall/:venueId/settings/:part',
    state: { session: CUSTOMER },
  });
const sent = ({ requests }: FakeApi, method: string) => requests.filter((request) => request.method === method);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
async function retype(label: string, text: string) {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
  return field;
}

beforeEach(() => window.sessionStorage.clear());

describe('the settings of a hall', () => {
  test('are lines that say what is set, each with the way to its form', async () => {
    showList(apiWith());
    const money = within(await screen.findByRole('list', { name: 'Money' }));
    expect(money.getByRole('link', { name: /Taxes/ })).toHaveTextContent('HST 13 %, added to prices');
    expect(money.getByRole('link', { name: /Service charge/ })).toHaveTextContent('$2.50 for each order');
    expect(money.getByRole('link', { name: /Payment provider/ })).toHaveTextContent('Stripe · STRIPE_SECRET_HALL');
    expect(money.getByRole('link', { name: /Commission and rent/ })).toHaveAttribute('href', '/hall/1/money/terms');
    const guests = within(screen.getByRole('list', { name: 'What guests see' }));
    expect(guests.getByRole('link', { name: /Languages/ })).toHaveTextContent('English, French');
    expect(guests.getByRole('link', { name: /Name and texts/ })).toHaveAttribute('href', '/hall/1/settings/name');
    expect(screen.getByRole('link', { name: /On the server/ })).toBeInTheDocument();
  });

  test('offer the removal of the demo to those who run the site', async () => {
    const { unmount } = showList(apiWith());
    await screen.findByRole('link', { name: /Go live/ });
    expect(screen.queryByRole('link', { name: /Data of the demo/ })).not.toBeInTheDocument();
    unmount();
    showList(apiWith({ data: someSettings({ is_site_operator: true }) }));
    expect(await screen.findByRole('link', { name: /Data of the demo/ })).toBeInTheDocument();
  });

  test('are only for operators', async () => {
    showList(apiWith(new ApiError(403, { code: 'FORBIDDEN' })));
    expect(await screen.findByText('Only an operator of this hall sees its office.')).toBeInTheDocument();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  test('offer to try again when they could not be loaded', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    showList(apiWith({ hello: 'wifi' }));
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  });

  test('lead from an unknown page to the list', async () => {
    showPage(apiWith(), 'colours');
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/hall/1/settings'));
  });
});

describe('a form of the settings', () => {
  test('sends its part alone, with the version that it was filled from', async () => {
    const saved = someSettings({ name: { version: 'n2', name: 'Granary Hall', blurb: 'Twelve stalls.', texts: {} } });
    const api = apiWith().on('PUT /venues/1/settings', { data: saved });
    const { store } = showPage(api, 'name');
    await retype('Name', 'Granary Hall');
    await userEvent.type(screen.getByLabelText('Description in French'), 'Douze comptoirs.');
    expect(screen.getByText('Not saved yet.')).toBeInTheDocument();
    await save();
    await waitFor(() => expect(store.state.getState().toast?.content).toBe('Saved.'));
    expect(sent(api, 'PUT')[0]?.body).toEqual({
      part: 'name',
      version: 'n1',
      name: 'Granary Hall',
      blurb: 'Twelve stalls.',
      texts: { fr: { blurb: 'Douze comptoirs.' } },
    });
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  test('explains what is wrong at its fields before it is sent', async () => {
    const api = apiWith().on('GET /venues/1/tax-categories', { data: [], version: 'x' });
    showPage(api, 'tax');
    const rate = await retype('Rate in percent', '130');
    await retype('Name of the tax', '');
    await save();
    expect(rate).toBeInvalid();
    expect(screen.getByText('A tax needs a name.')).toBeInTheDocument();
    expect(sent(api, 'PUT')).toHaveLength(0);
  });

  test('shows the messages of the API at their fields', async () => {
    const refusal = new ApiError(422, { code: 'INVALID', errors: { service_charge: ['The amount is too large.'] } });
    showPage(apiWith().on('PUT /venues/1/settings', refusal), 'charge');
    const charge = await retype('Service charge for each order in CAD', '99');
    await save();
    await waitFor(() => expect(charge).toBeInvalid());
    expect(screen.getByText('The amount is too large.')).toBeInTheDocument();
  });

  test('keeps what was typed, shows what a colleague has saved, and asks which counts', async () => {
    const theirs = someSettings({ charge: { version: 'c2', service_charge: 1 } });
    const api = apiWith().on('PUT /venues/1/settings', new ApiError(409, { code: 'SETTINGS_CHANGED', data: theirs }));
    showPage(api, 'charge');
    const charge = await retype('Service charge for each order in CAD', '4');
    await save();
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByRole('listitem')).toHaveTextContent('Service charge: $1.00 for each order');
    expect(charge).toHaveValue('4');
    await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    await save();
    await waitFor(() => expect(sent(api, 'PUT')).toHaveLength(2));
    expect(sent(api, 'PUT')[1]?.body).toEqual({ part: 'charge', version: 'c2', service_charge: 4 });
  });

  test('names the fields that a colleague has changed, and none that is as it was', async () => {
    const saved = { version: 'n2', name: 'Granary', blurb: 'Thirteen stalls.', texts: { fr: { blurb: 'Treize' } } };
    const theirs = someSettings({ name: saved });
    const api = apiWith().on('PUT /venues/1/settings', new ApiError(409, { code: 'SETTINGS_CHANGED', data: theirs }));
    showPage(api, 'name');
    await retype('Name', 'Granary Square');
    await save();
    const notice = await screen.findByRole('alert');
    expect(
      within(notice)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Description: Thirteen stalls.', 'Description in French: Treize']);
    await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    await save();
    await waitFor(() => expect(sent(api, 'PUT')[1]?.body).toMatchObject({ version: 'n2', name: 'Granary Square' }));
  });

  test('takes what a colleague has saved', async () => {
    const theirs = someSettings({ charge: { version: 'c2', service_charge: 1 } });
    const api = apiWith().on('PUT /venues/1/settings', new ApiError(409, { code: 'SETTINGS_CHANGED', data: theirs }));
    showPage(api, 'charge');
    const charge = await retype('Service charge for each order in CAD', '4');
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Show theirs' }));
    expect(charge).toHaveValue('1.00');
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  test('keeps what was typed offline, and while another page is visited', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const api = apiWith().on('PUT /venues/1/settings', new ApiError(0, { code: 'NETWORK' }));
    const { unmount } = showPage(api, 'charge');
    await retype('Service charge for each order in CAD', '4');
    await save();
    expect(await screen.findByText('That was not saved. Please try again.')).toBeInTheDocument();
    unmount();
    showPage(api, 'charge');
    expect(await screen.findByLabelText('Service charge for each order in CAD')).toHaveValue('4');
    expect(screen.getByText('Not saved yet.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByLabelText('Service charge for each order in CAD')).toHaveValue('2.50');
  });

  test('gives way to the refusal of someone whose role has ended meanwhile', async () => {
    const api = apiWith().on('PUT /venues/1/settings', () => {
      api.on('GET /venues/1/settings', new ApiError(403, { code: 'FORBIDDEN' }));
      throw new ApiError(403, { code: 'FORBIDDEN', message: 'Only an operator of this venue may do that.' });
    });
    showPage(api, 'charge');
    await retype('Service charge for each order in CAD', '4');
    await save();
    expect(await screen.findByText('Only an operator of this hall sees its office.')).toBeInTheDocument();
  });

  test('adds, orders and removes languages', async () => {
    const api = apiWith().on('PUT /venues/1/settings', { data: someSettings() });
    showPage(api, 'languages');
    await userEvent.selectOptions(await screen.findByLabelText('Add a language'), 'ar');
    await userEvent.selectOptions(screen.getByLabelText('First language'), 'fr');
    await userEvent.click(screen.getByRole('button', { name: 'Remove English' }));
    await save();
    await waitFor(() => expect(sent(api, 'PUT')[0]?.body).toMatchObject({ languages: ['fr', 'ar'] }));
  });

  test('says where prices get their tax', async () => {
    const api = apiWith()
      .on('GET /venues/1/tax-categories', { data: [], version: 'x' })
      .on('PUT /venues/1/settings', { data: someSettings() });
    showPage(api, 'tax');
    await userEvent.click(await screen.findByRole('radio', { name: 'They contain the tax' }));
    await save();
    await waitFor(() => expect(sent(api, 'PUT')[0]?.body).toMatchObject({ part: 'tax', tax_included: true }));
  });

  test('sets how new stalls deliver', async () => {
    const api = apiWith().on('PUT /venues/1/settings', { data: someSettings() });
    showPage(api, 'delivery');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Deliver to a table' }));
    await save();
    await waitFor(() =>
      expect(sent(api, 'PUT')[0]?.body).toMatchObject({ delivery_method_types: ['collect', 'table'] }),
    );
  });

  test('switches tips on with three percentages, and off', async () => {
    const api = apiWith({ data: someSettings({ tips: { version: 'q1', tips: null } }) }).on('PUT /venues/1/settings', {
      data: someSettings({ tips: { version: 'q2', tips: [5, 10, 20] } }),
    });
    showPage(api, 'tips');
    await userEvent.click(await screen.findByRole('radio', { name: /^Three percentages/ }));
    await retype('Percentage 3', '20');
    await save();
    await waitFor(() => expect(sent(api, 'PUT')[0]?.body).toMatchObject({ part: 'tips', tips: [5, 10, 20] }));
    await userEvent.click(screen.getByRole('radio', { name: 'No tips' }));
    await save();
    await waitFor(() => expect(sent(api, 'PUT')[1]?.body).toMatchObject({ version: 'q2', tips: null }));
  });

  test('sets the time zone, and leads to the hours of each stall', async () => {
    const api = apiWith().on('PUT /venues/1/settings', { data: someSettings() });
    showPage(api, 'hours');
    expect(await screen.findByRole('link', { name: /Kumo Ramen/ })).toHaveAttribute('href', '/vendor/7/hours');
    await userEvent.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Paris');
    await save();
    await waitFor(() => expect(sent(api, 'PUT')[0]?.body).toMatchObject({ timezone: 'Europe/Paris' }));
  });
});

describe('the hours of the hall', () => {
  const LUNCH = [{ from: '11:00', until: '14:00' }];
  const daily = (spans: object[]) => Array.from({ length: 7 }, () => spans);
  test.each([
    ['are not set', null, 'Not set'],
    ['are the same every day', { weekly: daily(LUNCH), exceptions: [] }, 'Every day: 11:00 to 14:00'],
    [
      'differ on some days of the week',
      { weekly: daily(LUNCH).with(0, []), exceptions: [] },
      'Set, with days that differ',
    ],
    [
      'differ on a holiday',
      { weekly: daily(LUNCH), exceptions: [{ date: '2026-12-25', spans: [] }] },
      'Set, with days that differ',
    ],
    ['are closed every day', { weekly: daily([]), exceptions: [] }, 'Closed every day'],
  ])('%s, which one line says on the way to them', async (_what, schedule, summary) => {
    showPage(apiWith().on('GET /venues/1/hours', { data: { schedule, version: 2 } }), 'hours');
    const link = await screen.findByRole('link', { name: /Hours of the hall/ });
    expect(link).toHaveAttribute('href', '/hall/1/hours');
    await waitFor(() => expect(link).toHaveTextContent(summary));
  });

  test('can be reached although they could not be loaded', async () => {
    showPage(apiWith().on('GET /venues/1/hours', new ApiError(400, { code: 'NO' })), 'hours');
    const link = await screen.findByRole('link', { name: /Hours of the hall/ });
    await waitFor(() => expect(link).toHaveTextContent('The hours could not be loaded.'));
    expect(link).toHaveAttribute('href', '/hall/1/hours');
  });
});

describe('the other tax rates', () => {
  const taxes = { data: [{ id: 3, slug: 'alcohol', name: 'Alcohol', rate: 20 }], version: 'x1' };

  test('are added with an identity of their own', async () => {
    const api = apiWith().on('GET /venues/1/tax-categories', taxes).on('PUT /venues/1/tax-categories/alcohol-2', {});
    showPage(api, 'tax');
    await userEvent.click(await screen.findByRole('button', { name: 'Add a tax rate' }));
    const form = within(screen.getByRole('dialog'));
    await userEvent.type(form.getByLabelText('Name of the tax'), 'Alcohol');
    await userEvent.type(form.getByLabelText('Rate in percent'), '7,25');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent(api, 'PUT')[0]).toMatchObject({
      path: '/venues/1/tax-categories/alcohol-2',
      body: { version: 'x1', name: 'Alcohol', rate: 7.25 },
    });
  });

  test('are removed after a question', async () => {
    const api = apiWith().on('GET /venues/1/tax-categories', taxes).on('DELETE /venues/1/tax-categories/alcohol', {});
    showPage(api, 'tax');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Alcohol' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent(api, 'DELETE')).toHaveLength(1));
  });
});

describe('the payment provider', () => {
  const check = (fields: object) => ({
    data: {
      provider: 'Stripe',
      key: 'accepted',
      setting: 'STRIPE_SECRET_HALL',
      detail: null,
      webhooks: 'arrives',
      webhook_url: 'https://hall.example/api/v1/webhooks/stripe/granary',
      ...fields,
    },
  });

  test.each([
    [{}, 'Stripe takes the key, for test payments.'],
    [{ key: 'refused', detail: 'api_key_expired' }, /Stripe refuses the key in STRIPE_SECRET_HALL \(api_key_expired\)/],
    [{ key: 'unreachable' }, /Stripe did not respond/],
    [{ key: 'missing' }, /The server has no STRIPE_SECRET_HALL/],
    [{ key: 'wrong-mode' }, /STRIPE_SECRET_HALL is no test key/],
    [{ webhooks: 'arrives' }, /Webhooks reach the site at https:/],
    [{ webhooks: 'lost' }, /A webhook does not reach the site/],
    [{ webhooks: 'no-secret' }, /The site lacks the secret of webhooks/],
  ])('is asked, and the page says what it said: %j', async (fields, text) => {
    showPage(apiWith().on('POST /venues/1/provider-check', check(fields)), 'provider');
    await userEvent.click(await screen.findByRole('button', { name: 'Check now' }));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Check' })).toHaveTextContent(text));
  });

  test('refuses a key with a code that no browser translates', async () => {
    const refusal = check({ key: 'refused', detail: 'api_key_expired' });
    showPage(apiWith().on('POST /venues/1/provider-check', refusal), 'provider');
    await userEvent.click(await screen.findByRole('button', { name: 'Check now' }));
    expect(await screen.findByText('api_key_expired')).toHaveAttribute('translate', 'no');
  });

  test('is changed by the names of its variables, and never takes a secret', async () => {
    const api = apiWith().on('PUT /venues/1/settings', { data: someSettings() });
    showPage(api, 'provider');
    await retype('Variable with the secret key', 'sk_live_1');
    await save();
    expect(screen.getByText(/^Enter the name of a setting/)).toBeInTheDocument();
    expect(sent(api, 'PUT')).toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Check now' })).not.toBeInTheDocument();
    await retype('Variable with the secret key', 'STRIPE_SECRET_NEW');
    await save();
    await waitFor(() =>
      expect(sent(api, 'PUT')[0]?.body).toMatchObject({
        part: 'provider',
        secret_env: 'STRIPE_SECRET_NEW',
        webhook_secret_env: null,
      }),
    );
  });
});

describe('the picture of the hall', () => {
  const file = new File(['picture'], 'hall.jpg', { type: 'image/jpeg' });

  test('is saved as soon as it is chosen', async () => {
    const api = apiWith()
      .on('POST /pictures', { data: { address: '/media/a.webp' } })
      .on('PUT /venues/1/settings', {
        data: someSettings({ picture: { version: 'p2', image_url: '/media/a.webp', kind: 'photograph' } }),
      });
    showPage(api, 'picture');
    await userEvent.upload(await screen.findByLabelText('Picture file'), file);
    expect(await screen.findByRole('button', { name: 'Remove the picture' })).toBeInTheDocument();
    expect(sent(api, 'PUT')[0]?.body).toEqual({ part: 'picture', version: 'p1', address: '/media/a.webp' });
  });

  test('is refused in the words of the API when the file is none', async () => {
    const message = 'This file is no JPEG, PNG or WebP picture.';
    const api = apiWith().on('POST /pictures', new ApiError(422, { code: 'PICTURE_INVALID', message }));
    showPage(api, 'picture');
    await userEvent.upload(await screen.findByLabelText('Picture file'), file);
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(sent(api, 'PUT')).toHaveLength(0);
  });
});

describe('going live', () => {
  const TODAY = {
    data: {
      day: '2026-11-30',
      start: { stalls: 1, items: 0, tables: 0, has_order: false, is_open: false, payments: 'test' },
      takings: { data: [] },
      closed: { data: [] },
      mismatches: { data: [] },
      refunds: { data: [] },
      unprinted: { data: [] },
    },
  };

  test('shows the steps, says what stays on the server, and opens the hall after a question', async () => {
    const api = apiWith({ data: someSettings({ is_open: false }) })
      .on('GET /venues/1/today', TODAY)
      .on('PUT /venues/1', { data: {} });
    showPage(api, 'live');
    expect(await screen.findByRole('link', { name: 'Begin: First item' })).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Payments' })).toHaveTextContent(
      'npm run foodhall -- payments live --offline',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Open the hall' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Open the hall' }));
    await waitFor(() => expect(sent(api, 'PUT')[0]).toMatchObject({ path: '/venues/1', body: { is_open: true } }));
  });

  test('says which key the server lacks', async () => {
    const message = 'Granary cannot open yet. Set STRIPE_SECRET_HALL on the server.';
    const refusal = new ApiError(422, { code: 'VENUE_KEYS_MISSING', errors: { is_open: [message] } });
    const api = apiWith({ data: someSettings({ is_open: false }) })
      .on('GET /venues/1/today', TODAY)
      .on('PUT /venues/1', refusal);
    showPage(api, 'live');
    await userEvent.click(await screen.findByRole('button', { name: 'Open the hall' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Open the hall' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
  });
});

describe('the data of the demo', () => {
  const found = {
    data: {
      venues: [{ slug: 'demo', name: 'Demo Market', outcome: 'archived' }],
      accounts: [{ email: 'customer@foodhall.test', outcome: 'deleted' }],
    },
  };

  test('are shown before they are removed', async () => {
    const api = apiWith({ data: someSettings({ is_site_operator: true }) }).on('POST /demo/removal', found);
    const { store } = showPage(api, 'demo');
    await userEvent.click(await screen.findByRole('button', { name: 'Show what would go' }));
    expect(await screen.findByText('customer@foodhall.test')).toBeInTheDocument();
    expect(sent(api, 'POST')[0]?.body).toEqual({ dry_run: true });
    await userEvent.click(screen.getByRole('button', { name: 'Remove the demo' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(store.state.getState().toast?.content).toBe('The data of the demo are removed.'));
    expect(sent(api, 'POST')[1]?.body).toEqual({ dry_run: false });
    expect(screen.getByText('This site has nothing of the demo.')).toBeInTheDocument();
  });

  test('are removed by those who run the site alone', async () => {
    showPage(apiWith(), 'demo');
    expect(await screen.findByText(/Only a person who runs the whole site does this/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show what would go' })).not.toBeInTheDocument();
  });
});

describe('a backup', () => {
  test('is downloaded by an address that works for a minute', async () => {
    const clicked: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.pathname);
    });
    const api = apiWith({ data: someSettings({ is_site_operator: true }) }).on('POST /backups', {
      data: { address: '/api/v1/backups/7.1.secret', seconds: 60 },
    });
    showPage(api, 'backup');
    await userEvent.click(await screen.findByRole('button', { name: 'Download a backup' }));
    expect(await screen.findByText(/The download begins/)).toBeInTheDocument();
    expect(clicked).toEqual(['/api/v1/backups/7.1.secret']);
  });

  test('is refused in the words of the API', async () => {
    const message = 'Too many attempts. Please wait and try again.';
    const api = apiWith({ data: someSettings({ is_site_operator: true }) }).on(
      'POST /backups',
      new ApiError(429, { code: 'TOO_MANY_REQUESTS', message }),
    );
    showPage(api, 'backup');
    await userEvent.click(await screen.findByRole('button', { name: 'Download a backup' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  test('is for those who run the site alone', async () => {
    showPage(apiWith(), 'backup');
    expect(await screen.findByRole('code')).toHaveTextContent(/^npm run foodhall -- backup/);
    expect(screen.queryByRole('button', { name: 'Download a backup' })).not.toBeInTheDocument();
  });
});

test('the page about the server names the commands that stay there', async () => {
  showPage(apiWith(), 'server');
  const shown = (await screen.findAllByRole('code')).map(({ textContent }) => textContent);
  for (const command of ['payments live --offline', 'doctor', 'restore hall.backup']) {
    expect(shown).toContain(`npm run foodhall -- ${command}`);
  }
});

test('an option of a command is an element of its own, so that it stays on one line', async () => {
  showPage(apiWith(), 'server');
  expect(await screen.findByText('--offline')).toBeVisible();
});
