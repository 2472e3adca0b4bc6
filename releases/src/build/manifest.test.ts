import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { apps, directoryOf, isRemote, root, versionOf } from './apps';
import { buildApp } from './build-app';
import { problemsOfManifest } from './manifest';

const route = {
  path: '/deals/:dealId',
  screen: 'deals',
  guard: 'public',
  audience: 'anyone',
  title: 'Deals',
  prefetch: [{ path: '/deals/:dealId' }],
};
const slot = { slot: 'background', module: 'deals-background', audience: 'customer' };
const manifest = (changes: object = {}) => ({
  name: 'deals',
  contract: '^1.0.0',
  routes: [route],
  slots: [slot],
  ...changes,
});
const today = { ...route, path: '/today' };
const entry = { place: 'side-panel', path: '/today', label: 'Deals', guard: 'public', audience: 'anyone' };
const withEntry = (changes: object = {}) => manifest({ routes: [today], menu: [{ ...entry, ...changes }] });
const withRoute = (changes: object = {}) => manifest({ routes: [{ ...route, ...changes }] });
const withSlot = (changes: object = {}) => manifest({ slots: [{ ...slot, ...changes }] });

it('a manifest without a mistake may be released', () => {
  expect(problemsOfManifest('deals', manifest())).toEqual([]);
  expect(problemsOfManifest('deals', withEntry({ role: 'operator' }))).toEqual([]);
});

it.each(apps.filter(isRemote))('the manifest of %s has no mistake', async (remote) => {
  const text = await readFile(path.join(directoryOf(remote), 'remote.json'), 'utf8');
  expect(problemsOfManifest(remote, JSON.parse(text))).toEqual([]);
});

it('the facts of a manifest may have escaped fields', () => {
  const facts = {
    deals: { title: '{{deal.data.name}} {-}', description: '{{site.brand}}: {{deals.data.:dealId.name}}' },
  };
  expect(problemsOfManifest('deals', manifest({ facts }))).toEqual([]);
});

it.each([
  '{{{venue}}}',
  '{{& venue}}',
  '{{ venue }}',
  '{{> part}}',
  '{{#venue}}x{{/venue}}',
  '{{=<% %>=}}',
  '{{! comment}}',
  '{{venue',
])('facts with %s are refused', (tag) => {
  const only = 'has a tag that is no escaped field; it may have fields such as {{venue.data.name}} only.';
  const facts = { deals: { title: `Deals ${tag}`, description: '{{venue.data.blurb}}' } };
  expect(problemsOfManifest('deals', manifest({ facts }))).toEqual([`The title of deals ${only}`]);
});

it.each([
  [withRoute({ audience: 'vendors' }), '/deals/:dealId: its audience is "vendors"; it is anyone, customer or vendor.'],
  [withRoute({ role: 'cook' }), '/deals/:dealId: its role is "cook"; it is operator, or left out.'],
  [withRoute({ audience: undefined }), '/deals/:dealId: its audience is missing; it is anyone, customer or vendor.'],
  [withRoute({ guard: 'signedin' }), '/deals/:dealId: its guard is "signedin"; it is public or signed-in.'],
  [withRoute({ screen: 7 }), '/deals/:dealId: its screen is 7; it is the name of one in remote.ts.'],
  [withRoute({ title: '' }), '/deals/:dealId: its title is ""; it is what the header says.'],
  [withRoute({ prefetch: '/deals' }), '/deals/:dealId: its prefetch has to be a list, each with a path.'],
  [
    withRoute({ path: 'deals' }),
    `The path "deals" has to be words and ':name' between slashes, such as /deals/:dealId.`,
  ],
  [
    withRoute({ path: '/a/:b?' }),
    `The path "/a/:b?" has to be words and ':name' between slashes, such as /deals/:dealId.`,
  ],
  [
    withRoute({ path: '/Login/' }),
    "/Login/ of 'deals' matches addresses of /login, which is a path of the shell. Take another path.",
  ],
  [
    withRoute({ path: '/venues/:id/profile' }),
    "/venues/:id/profile of 'deals' matches addresses of /venues/:venueId/profile, which is a path of the shell. Take another path.",
  ],
  [withRoute({ path: '/media' }), 'The path /media matches an address of the server.'],
  [
    withSlot({ slot: 'backdrop' }),
    'A slot is "backdrop"; it is account, account-export, background, notifications-panel or order.',
  ],
  [
    withSlot({ guard: 'members' }),
    'The slot background: its guard is "members"; it is public or signed-in, or left out.',
  ],
  [withSlot({ role: 'cook' }), 'The slot background: its role is "cook"; it is operator, or left out.'],
  [manifest({ menu: {} }), 'Its menu has to be a list; what it has is {}.'],
  [
    withEntry({ place: 'header' }),
    'The menu entry "/today": its place is "header"; it is side-panel, account, stall or office.',
  ],
  [withEntry({ path: 7 }), 'A menu entry: its path is 7; it is that of a route of this remote.'],
  [withEntry({ path: '/login' }), 'The menu entry "/login" is no path of its own routes.'],
  [withEntry({ label: {} }), 'The menu entry "/today": its label is {}; it is what the menu says.'],
  [withEntry({ guard: undefined }), 'The menu entry "/today": its guard is missing; it is public or signed-in.'],
  [
    withEntry({ audience: 'staff' }),
    'The menu entry "/today": its audience is "staff"; it is anyone, customer or vendor.',
  ],
  [withEntry({ role: 'cook' }), 'The menu entry "/today": its role is "cook"; it is operator, or left out.'],
  [
    manifest({ menu: Array.from({ length: 500 }, () => entry), routes: [today] }),
    'It has 500 menu entries, of at most 8.',
  ],
  [withSlot({ module: undefined }), 'The slot background: its module is missing; it is the name of one in remote.ts.'],
  [manifest({ facts: { deal: { title: 'Deals' } } }), 'The facts of deal have to be a title and a description.'],
  [manifest({ routes: undefined }), 'Its routes have to be a list; what it has is missing.'],
  [manifest({ slots: {} }), 'Its slots have to be a list; what it has is {}.'],
  [manifest({ name: 'offers' }), `Its name is "offers"; its folder's is deals.`],
])('%j is refused with the reason', (mistaken, sentence) => {
  expect(problemsOfManifest('deals', mistaken)).toEqual([sentence]);
});

describe('a build', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'manifest-'));
    await cp(path.join(root, 'remotes/vendor-tools/remote.json'), path.join(folder, 'remote.json'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('ends with the reason of a mistake in the manifest, before anything is bundled', async () => {
    const found = JSON.parse(await readFile(path.join(folder, 'remote.json'), 'utf8'));
    found.routes[0].audience = 'vendors';
    await writeFile(path.join(folder, 'remote.json'), JSON.stringify(found));
    const order = { part: 'vendor-tools', version: '1.0.0-a', out: path.join(folder, 'out'), directory: folder };
    await expect(buildApp(order)).rejects.toThrow('its audience is "vendors"; it is anyone, customer or vendor.');
  });

  it('ends where the sources publish events of another app', async () => {
    await mkdir(path.join(folder, 'src'));
    const text = "import { appEvents } from 'shared-contracts/events';\nappEvents('checkout');\n";
    await writeFile(path.join(folder, 'src/events.ts'), text);
    const order = { part: 'vendor-tools', version: '1.0.0-a', out: path.join(folder, 'out'), directory: folder };
    await expect(buildApp(order)).rejects.toThrow(
      "events.ts names 'checkout'; a remote publishes its own events alone, with appEvents('vendor-tools').",
    );
  });

  it('refuses a version that cannot be part of an address', async () => {
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ version: '1.0.1+hotfix' }));
    await expect(versionOf('vendor-tools', folder)).rejects.toThrow('The version of package.json is "1.0.1+hotfix"');
  });
});
