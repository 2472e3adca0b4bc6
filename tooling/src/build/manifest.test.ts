const { cp, mkdtemp, readFile, rm, writeFile } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
let rules;
beforeAll(async () => {
  rules = await import('./manifest');
});

const route = {
  path: '/deals/:dealId',
  screen: 'deals',
  guard: 'public',
  audience: 'anyone',
  title: 'Deals',
  prefetch: [{ path: '/deals/:dealId' }],
};
const slot = { slot: 'background', module: 'deals-background', audience: 'customer' };
const manifest = (changes) => ({ name: 'deals', contract: '^1.0.0', routes: [route], slots: [slot], ...changes });
const withRoute = (changes) => manifest({ routes: [{ ...route, ...changes }] });
const withSlot = (changes) => manifest({ slots: [{ ...slot, ...changes }] });

it('a manifest without a slip may be released', () => {
  expect(rules.problemsOfManifest('deals', manifest())).toEqual([]);
});

it.each(['catalog', 'checkout', 'queues', 'vendor-tools'])('that of %s has none', async (part) => {
  const text = await readFile(path.join(root, 'remotes', part, 'remote.json'), 'utf8');
  expect(rules.problemsOfManifest(part, JSON.parse(text))).toEqual([]);
});

it.each([
  [withRoute({ audience: 'vendors' }), '/deals/:dealId: its audience is "vendors"; it is anyone, customer or vendor.'],
  [withRoute({ audience: undefined }), '/deals/:dealId: its audience is missing; it is anyone, customer or vendor.'],
  [withRoute({ guard: 'signedin' }), '/deals/:dealId: its guard is "signedin"; it is public or signed-in.'],
  [withRoute({ screen: 7 }), '/deals/:dealId: its screen is 7; it is the name of one in remote.ts.'],
  [withRoute({ title: '' }), '/deals/:dealId: its title is ""; it is what the header says.'],
  [withRoute({ prefetch: '/deals' }), '/deals/:dealId: its prefetch has to be a list, each with a path.'],
  [withRoute({ path: 'deals' }), `The path "deals" has to begin with '/' and to be one path, without '?' and '*'.`],
  [withRoute({ path: '/a/:b?' }), `The path "/a/:b?" has to begin with '/' and to be one path, without '?' and '*'.`],
  [withRoute({ path: '/Login/' }), "The path /Login/ is the shell's own."],
  [withRoute({ path: '/venues/:id/profile' }), "The path /venues/:id/profile is the shell's own."],
  [withRoute({ path: '/media' }), "The path /media is the server's own."],
  [withSlot({ slot: 'backdrop' }), 'A slot is "backdrop"; it is account-export, background or notifications-panel.'],
  [withSlot({ module: undefined }), 'The slot background: its module is missing; it is the name of one in remote.ts.'],
  [manifest({ routes: undefined }), 'Its routes have to be a list; what it has is missing.'],
  [manifest({ slots: {} }), 'Its slots have to be a list; what it has is {}.'],
  [manifest({ name: 'offers' }), `Its name is "offers"; its folder's is deals.`],
])('%j is refused with the reason', (slip, sentence) => {
  expect(rules.problemsOfManifest('deals', slip)).toEqual([sentence]);
});

it('a name longer than reports take is refused', () => {
  expect(rules.problemOfName('a'.repeat(40))).toBeUndefined();
  expect(rules.problemOfName('a'.repeat(41))).toBe('A name has at most 40 characters.');
});

describe('a build', () => {
  let folder;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'manifest-'));
    await cp(path.join(root, 'remotes/vendor-tools/remote.json'), path.join(folder, 'remote.json'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('of a manifest with a slip ends with the reason, before anything is bundled', async () => {
    const { buildPart } = await import('./build-app');
    const found = JSON.parse(await readFile(path.join(folder, 'remote.json'), 'utf8'));
    found.routes[0].audience = 'vendors';
    await writeFile(path.join(folder, 'remote.json'), JSON.stringify(found));
    const order = { part: 'vendor-tools', version: '1.0.0-a', out: path.join(folder, 'out'), directory: folder };
    await expect(buildPart(order)).rejects.toThrow('its audience is "vendors"; it is anyone, customer or vendor.');
  });

  it('of a version that cannot be part of an address is refused', async () => {
    const { versionOf } = await import('./apps');
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ version: '1.0.1+hotfix' }));
    await expect(versionOf('vendor-tools', folder)).rejects.toThrow('The version of package.json is "1.0.1+hotfix"');
  });
});
