import { foodhall } from '../testing/run-command';

const venues = {
  'GET /operated-venues': {
    body: {
      data: [
        {
          id: 3,
          slug: 'granary',
          name: 'Granary',
          state: 'open',
          vendors: [
            { id: 7, slug: 'kumo', name: 'Kumo Ramen', state: 'paused' },
            { id: 8, slug: 'pico', name: 'Pico', state: 'open' },
          ],
        },
        { id: 4, slug: 'pier', name: 'Pier', state: 'open', vendors: [] },
      ],
    },
  },
};
const changes = (run: Awaited<ReturnType<typeof foodhall>>) =>
  run.requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, body }) => [`${method} ${url.replace(/^.*\/api\/v1/, '')}`, body]);

test('venue list prints each venue with its state, or says that there is none', async () => {
  const { printed } = await foodhall('venue list', { responses: venues });
  expect(printed).toEqual([
    'venue    name     state  vendors',
    'granary  Granary  open   2',
    'pier     Pier     open   0',
  ]);
  const none = await foodhall('venue list', { responses: { 'GET /operated-venues': { body: { data: [] } } } });
  expect(none.printed[0]).toMatch(/^You run no venue yet\./);
});

describe('venue', () => {
  test('create sends what was given, and names the settings that the server misses', async () => {
    const data = {
      id: 5,
      slug: 'pier-9',
      name: 'Pier 9',
      missing_settings: ['STRIPE_SECRET_PIER'],
      closed_until_set: [],
    };
    const run = await foodhall(
      'venue create "Pier 9" --currency CAD --timezone America/Toronto --provider Stripe --provider-key pk_1 --secret-env STRIPE_SECRET_PIER --tax-rate 13',
      { responses: { 'POST /venues': { status: 201, body: { data } } } },
    );
    expect(changes(run)).toEqual([
      [
        'POST /venues',
        {
          name: 'Pier 9',
          currency: 'CAD',
          timezone: 'America/Toronto',
          provider: 'Stripe',
          provider_key: 'pk_1',
          secret_env: 'STRIPE_SECRET_PIER',
          webhook_secret_env: null,
          tax_rate_percent: '13',
          tax_name: 'Tax',
          tax_number: '',
          tax_included: false,
          delivery_method_types: ['collect'],
          dry_run: false,
        },
      ],
    ]);
    expect(run.printed).toEqual([
      'Pier 9 is created as pier-9.',
      'The server has no setting STRIPE_SECRET_PIER yet: payments of the venue need it.',
    ]);
  });

  test('create says that the venue starts closed, and how to open it', async () => {
    const settings = ['STRIPE_SECRET_PIER', 'STRIPE_HOOK_PIER'];
    const data = { id: 5, slug: 'pier-9', name: 'Pier 9', missing_settings: settings, closed_until_set: settings };
    const run = await foodhall(
      'venue create "Pier 9" --currency CAD --timezone America/Toronto --provider Stripe --provider-key pk_1 --secret-env STRIPE_SECRET_PIER --tax-rate 13',
      { responses: { 'POST /venues': { status: 201, body: { data } } } },
    );
    expect(run.printed).toEqual([
      'Pier 9 is created as pier-9.',
      'It begins closed. Set STRIPE_SECRET_PIER and STRIPE_HOOK_PIER on the server, restart it, then: npm run foodhall -- venue open pier-9',
    ]);
  });

  test('create refuses a call without its required options', async () => {
    const { code, errors } = await foodhall('venue create Pier');
    expect(code).toBe(2);
    expect(errors[0]).toContain('--currency');
  });

  test.each([
    ['close granary', false, 'Granary is closed.'],
    ['open 3', true, 'Granary is open.'],
  ])('%s changes the venue, and changes nothing in a dry run', async (args, is_open, line) => {
    const responses = { ...venues, 'PUT /venues/3': { body: { data: {} } } };
    const run = await foodhall(`venue ${args}`, { responses });
    expect(changes(run)).toEqual([['PUT /venues/3', { is_open }]]);
    expect(run.printed).toEqual([line]);
    expect(changes(await foodhall(`venue ${args} --dry-run`, { responses }))).toEqual([]);
  });

  test("remove reports the outcome, and prints the site's reason for a refusal", async () => {
    const removed = (outcome: string) => ({ body: { data: { id: 3, slug: 'granary', name: 'Granary', outcome } } });
    const responses = {
      ...venues,
      'DELETE /venues/3?dry_run=true': removed('archived'),
      'DELETE /venues/3?dry_run=false': removed('deleted'),
    };
    const planned = await foodhall('venue remove granary --dry-run', { responses });
    expect(planned.printed[0]).toBe('Granary would be archived: its orders stay with the reports.');
    expect((await foodhall('venue remove granary', { responses })).printed).toEqual([
      'Granary is deleted: it has no orders.',
    ]);
    const message = 'Granary has 1 order that is not collected yet.';
    const refused = await foodhall('venue remove granary', {
      responses: { ...venues, 'DELETE /venues/3?dry_run=false': { status: 409, body: { message } } },
    });
    expect([refused.errors, refused.code]).toEqual([[message], 1]);
  });
});

describe('vendor', () => {
  test('list names each vendor by the path that other commands take', async () => {
    const { printed } = await foodhall('vendor list granary', { responses: venues });
    expect(printed).toContain('granary/kumo  Kumo Ramen  paused');
    const empty = await foodhall('vendor list pier', { responses: venues });
    expect(empty.printed[0]).toContain('vendor create pier');
  });

  test('create sends the given values, and a dry run says so', async () => {
    const responses = {
      ...venues,
      'POST /venues/3/vendors': { status: 201, body: { data: { id: 9, slug: 'bao-bar', name: 'Bao Bar' } } },
    };
    const run = await foodhall('vendor create granary "Bao Bar" --delivery collect table --dry-run', { responses });
    expect(changes(run)).toEqual([
      ['POST /venues/3/vendors', { name: 'Bao Bar', delivery_method_types: ['collect', 'table'], dry_run: true }],
    ]);
    expect(run.printed[0]).toBe('Bao Bar would be created as granary/bao-bar.');
    const done = await foodhall('vendor create granary "Bao Bar"', { responses });
    expect(done.printed[0]).toContain('vendor resume granary/bao-bar');
  });

  test.each([
    ['pause granary/pico', 8, false, 'Pico takes no orders.'],
    ['resume 7', 7, true, 'Kumo Ramen takes orders.'],
  ])('%s changes the vendor, and changes nothing in a dry run', async (args, id, accepting_orders, line) => {
    const responses = {
      ...venues,
      [`PUT /vendors/${id}`]: { body: { data: {} } },
      'GET /vendors/7/members': { body: { data: [{ user: { id: 1 } }] } },
    };
    const run = await foodhall(`vendor ${args}`, { responses });
    expect(changes(run)).toEqual([[`PUT /vendors/${id}`, { accepting_orders }]]);
    expect(run.printed).toEqual([line]);
    expect(changes(await foodhall(`vendor ${args} --dry-run`, { responses }))).toEqual([]);
  });

  test('resume says so if the vendor has no people', async () => {
    const responses = {
      ...venues,
      'PUT /vendors/7': { body: { data: {} } },
      'GET /vendors/7/members': { body: { data: [] } },
    };
    const { printed } = await foodhall('vendor resume granary/kumo', { responses });
    expect(printed[1]).toContain('staff invite granary/kumo');
  });

  test("remove prints the site's outcome, and a dry run only asks for it", async () => {
    const data = { id: 7, name: 'Kumo Ramen', outcome: 'archived' };
    const responses = {
      ...venues,
      'DELETE /vendors/7?dry_run=true': { body: { data } },
      'DELETE /vendors/7?dry_run=false': { body: { data } },
    };
    const planned = await foodhall('vendor remove granary/kumo --dry-run', { responses });
    expect(planned.printed[0]).toBe('Kumo Ramen would be archived: its orders stay with the reports.');
    const done = await foodhall('vendor remove granary/kumo', { responses });
    expect(done.printed).toEqual(['Kumo Ramen is archived: its orders stay with the reports.']);
  });

  test("remove says what to do about a vendor's open orders", async () => {
    const message =
      'Kumo Ramen has 1 order that is not collected yet. Pause it, finish or cancel its orders, then remove it.';
    const refusal = { status: 409, body: { code: 'VENDOR_HAS_OPEN_ORDERS', message } };
    const responses = { ...venues, 'DELETE /vendors/7?dry_run=false': refusal };
    const { code, errors } = await foodhall('vendor remove granary/kumo', { responses });
    expect([code, errors]).toEqual([1, [message]]);
  });

  test.each([
    ['vendor list nowhere', "You run no venue 'nowhere'. There are: granary, pier."],
    ['vendor pause granary/x', "There is no vendor 'granary/x' in your venues. There are: granary/kumo, granary/pico."],
  ])('%s lists the existing names', async (args, sentence) => {
    const { code, errors } = await foodhall(args, { responses: venues });
    expect(code).toBe(1);
    expect(errors).toEqual([sentence]);
  });
});

describe('staff', () => {
  const expires_at = '2026-11-30T10:00:00.000Z';
  const responses = {
    ...venues,
    'GET /vendors/7/members': {
      body: { data: [{ user: { id: 5, name: 'Aiko', email: 'aiko@hall.example' }, role: 'owner' }] },
    },
    'GET /vendors/7/invitations': { body: { data: [{ id: 2, email: 'new@hall.example', role: 'staff', expires_at }] } },
    'POST /vendors/7/invitations': {
      status: 201,
      body: { data: { id: 3, email: 'b@c.d', role: 'owner', expires_at } },
    },
    'POST /venues/3/invitations': {
      status: 201,
      body: { data: { id: 3, email: 'b@c.d', role: 'operator', expires_at } },
    },
    'DELETE /vendors/7/members/5': { status: 200 },
    'DELETE /vendors/7/invitations/2': { status: 200 },
  };

  test('list shows members and invitations', async () => {
    const { printed } = await foodhall('staff list granary/kumo', { responses });
    expect(printed).toEqual([
      'email              name                      role',
      'aiko@hall.example  Aiko                      owner',
      'new@hall.example   invited until 2026-11-30  staff',
    ]);
  });

  test.each([
    ['granary/kumo b@c.d --role owner', 'POST /vendors/7/invitations', { email: 'b@c.d', role: 'owner' }],
    ['granary b@c.d', 'POST /venues/3/invitations', { email: 'b@c.d' }],
  ])('invite %s sends the invitation, and a dry run sends nothing', async (args, request, body) => {
    const run = await foodhall(`staff invite ${args}`, { responses });
    expect(changes(run)).toEqual([[request, body]]);
    expect(run.printed[0]).toMatch(/^b@c\.d is invited to .*, until 2026-11-30\.$/);
    expect(changes(await foodhall(`staff invite ${args} --dry-run`, { responses }))).toEqual([]);
  });

  test.each([
    ['Aiko@hall.example', 'DELETE /vendors/7/members/5'],
    ['new@hall.example', 'DELETE /vendors/7/invitations/2'],
  ])('remove %s removes the member or the invitation, and a dry run removes nothing', async (email, request) => {
    const run = await foodhall(`staff remove granary/kumo ${email}`, { responses });
    expect(changes(run)).toEqual([[request, undefined]]);
    expect(changes(await foodhall(`staff remove granary/kumo ${email} --dry-run`, { responses }))).toEqual([]);
  });

  test('remove says so if the person is not a member', async () => {
    const { code, errors } = await foodhall('staff remove granary/kumo x@y.z', { responses });
    expect(code).toBe(1);
    expect(errors).toEqual(['x@y.z neither works at Kumo Ramen nor is invited to it.']);
  });
});
