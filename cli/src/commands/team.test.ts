/** Tests the teams' tokens in the terminal. */
import { foodhall } from '../testing/run-command';

const menu = {
  id: 4,
  team: 'menu',
  apps: ['catalog'],
  channels: ['beta'],
  most_percent: 10,
  is_for_all: false,
  may_stage: false,
  expires_at: '2027-02-21T00:00:00.000Z',
  revoked_at: null,
};
const listed = (...data: object[]) => ({ 'GET /registry/tokens': { body: { data } } });
const created = { 'POST /registry/tokens': { status: 201, body: { data: { ...menu, token: 'fhr_secret' } } } };

test('list shows each token with its permissions', async () => {
  const ended = {
    ...menu,
    id: 5,
    channels: ['*'],
    most_percent: 0,
    is_for_all: true,
    revoked_at: '2026-11-23T00:00:00.000Z',
  };
  const { printed } = await foodhall('team list', { responses: listed(menu, ended) });
  expect(printed.map((line) => line.split(/ {2,}/))).toEqual([
    ['id', 'team', 'apps', 'for', 'valid'],
    ['4', 'menu', 'catalog', 'the channel beta, rollouts up to 10 %', 'until 2027-02-21'],
    ['5', 'menu', 'catalog', 'each channel, all visitors', 'revoked 2026-11-23'],
  ]);
  expect((await foodhall('team list', { responses: listed() })).printed[0]).toContain('No team has a token yet.');
});

test('create prints the token once, with its permissions', async () => {
  const run = await foodhall('team create menu --apps catalog --channels beta --percent 10', { responses: created });
  expect(run.requests[0]?.body).toEqual({
    team: 'menu',
    apps: ['catalog'],
    channels: ['beta'],
    most_percent: 10,
    is_for_all: false,
    may_stage: false,
    override_origins: [],
    days: 30,
    dry_run: false,
  });
  expect(run.printed.slice(0, 2)).toEqual([
    'Token 4 of menu is for catalog: the channel beta, rollouts up to 10 %, until 2027-02-21.',
    'fhr_secret',
  ]);
});

test('create makes no token in a dry run, without apps, or with an invalid number', async () => {
  const responses = { 'POST /registry/tokens': { status: 201, body: { data: null } } };
  const dry = await foodhall('team create menu --apps catalog,host --everybody --dry-run', { responses });
  expect(dry.printed[0]).toBe('menu would get a token for catalog, host: all visitors.');
  const without = await foodhall('team create menu', { responses });
  expect([without.code, without.requests]).toEqual([2, []]);
  const wrong = await foodhall('team create menu --apps catalog --percent ten', { responses });
  expect([wrong.code, wrong.requests]).toEqual([2, []]);
});

test('revoke ends a valid token, and explains why it cannot end another', async () => {
  const responses = {
    ...listed(menu, { ...menu, id: 5, revoked_at: menu.expires_at }),
    'DELETE /registry/tokens/4': { body: { data: menu } },
  };
  const run = await foodhall('team revoke 4', { responses });
  expect(run.requests.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
  expect(run.printed).toEqual(['Token 4 of menu is revoked.']);
  expect((await foodhall('team revoke 4 --dry-run', { responses })).requests).toHaveLength(1);
  expect((await foodhall('team revoke 5', { responses })).errors).toEqual(['Token 5 of menu was revoked before.']);
  expect((await foodhall('team revoke 6', { responses })).code).toBe(1);
});
