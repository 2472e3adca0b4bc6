import { hostBuild as host, remoteBuild as remote } from '../testing/builds';
import { integrityOf } from './integrity';
import { emptySnapshot, nameOf, problemsOf, releaseText, textOf, withBuilds } from './snapshot';

const snapshotOf = (...builds: Parameters<typeof withBuilds>[1]) => withBuilds(emptySnapshot(), builds);

describe('a snapshot that goes live', () => {
  test.each([
    ['the same contract version', '^1.2.0', '1.2.0', []],
    ['an older minor contract', '^1.0.0', '1.2.0', []],
    [
      'a newer major contract',
      '^3.0.0',
      '2.4.0',
      [
        "Remote 'queues' 1.0.0-aaaaaaaa needs contract ^3.0.0; the live shell provides 2.4.0. Rebuild queues or release the shell first.",
      ],
    ],
    [
      'a newer minor contract',
      '^1.3.0',
      '1.2.0',
      [
        "Remote 'queues' 1.0.0-aaaaaaaa needs contract ^1.3.0; the live shell provides 1.2.0. Rebuild queues or release the shell first.",
      ],
    ],
  ])('the contract range decides about a remote that needs %s', (_case, contract, provided, problems) => {
    expect(problemsOf(snapshotOf(host(provided), remote('queues', { contract })))).toEqual(problems);
  });

  test('a remote that needs another React than the shell provides is refused', () => {
    const snapshot = snapshotOf(host(), remote('queues', { packages: { react: '^20.0.0' } }));
    expect(problemsOf(snapshot)).toEqual([
      "Remote 'queues' 1.0.0-aaaaaaaa needs react ^20.0.0; the live shell provides 19.3.1.",
    ]);
  });

  test('two remotes with one path are refused, and both are named', () => {
    const snapshot = snapshotOf(host(), remote('catalog', { paths: ['/a'] }), remote('queues', { paths: ['/a'] }));
    expect(problemsOf(snapshot)).toEqual([
      "/a of 'queues' matches addresses of /a, which is a path of 'catalog'. Take another path.",
    ]);
  });

  test('another name of a parameter, and another letter case, make no other path', () => {
    const snapshot = snapshotOf(
      host(),
      remote('catalog', { paths: ['/venues/:venueId/cart'] }),
      remote('checkout', { paths: ['/venues/:marketId/Cart/'] }),
    );
    expect(problemsOf(snapshot)).toHaveLength(1);
  });

  test('a path that matches addresses of another remote or of the shell is refused, in a channel too', () => {
    const deals = remote('deals', { paths: ['/venues/1/cart', '/t/7'] });
    const live = snapshotOf(
      host('1.2.0', { paths: ['/t/:code'] }),
      remote('checkout', { paths: ['/venues/:venueId/cart'] }),
    );
    for (const to of [undefined, { channel: 'beta' }]) {
      const snapshot = withBuilds(live, [deals], { to });
      expect(problemsOf(snapshot, { released: [deals] })).toHaveLength(2);
      expect(problemsOf(snapshot, { released: [deals], grants: { deals: ['/venues/1/cart', '/t/7'] } })).toEqual([]);
    }
  });

  test('a remote is not refused because of the paths of two others', () => {
    const queues = remote('queues');
    const snapshot = snapshotOf(
      host(),
      queues,
      remote('checkout', { paths: ['/venues/:venueId/cart'] }),
      remote('deals', { paths: ['/venues/1/cart'] }),
    );
    expect(problemsOf(snapshot, { released: [queues] })).toEqual([]);
    expect(problemsOf(snapshot, { released: [] })).toEqual([]);
  });
});

test("a snapshot only refers to a channel's release of a remote, so that other visitors’ pages do not carry it", () => {
  const facts = { a: { title: 'A title that is long. '.repeat(9), description: 'Food. '.repeat(60) } };
  const deals = { ...remote('deals', { paths: ['/deals', '/deals/:id'] }), facts };
  const { offers } = withBuilds(snapshotOf(host()), [deals], { to: { channel: 'beta' } });
  expect(offers.map(({ release }) => release)).toEqual([
    {
      version: '1.0.0-aaaaaaaa',
      path: '/parts/deals/1.0.0-aaaaaaaa/',
      record: integrityOf(releaseText(deals)),
      contract: '^1.0.0',
      packages: {},
      events: [],
      slots: [],
      paths: ['/deals', '/deals/:id'],
      styles: [],
    },
  ]);
});

test('an app may be in ten channels at most', () => {
  const deals = remote('deals');
  let snapshot = snapshotOf(host());
  for (let count = 1; count <= 11; count += 1)
    snapshot = withBuilds(snapshot, [deals], { to: { channel: `c${count}` } });
  expect(problemsOf(snapshot, { released: [deals] })).toEqual([
    'deals would be in 11 channels, of at most 10. End the release in one of them.',
  ]);
});

describe('snapshots', () => {
  test('contain the integrity of each file, which browsers check', () => {
    expect(integrityOf('')).toBe('sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
  });

  test('a release changes its own remote and leaves the others as they are', () => {
    const before = snapshotOf(host(), remote('catalog'), remote('queues'));
    const after = withBuilds(before, [remote('queues', { version: '1.0.1-bbbbbbbb' })], { parent: 'parent' });
    expect(after.remotes.queues?.path).toBe('/parts/queues/1.0.1-bbbbbbbb/');
    expect(after.remotes.catalog).toBe(before.remotes.catalog);
    expect(before.remotes.queues?.version).toBe('1.0.0-aaaaaaaa');
  });

  test('the name of a snapshot is computed from its content', () => {
    const one = snapshotOf(host(), remote('catalog'));
    expect(nameOf(textOf(one))).toBe(nameOf(textOf(snapshotOf(host(), remote('catalog')))));
    expect(nameOf(textOf(one))).not.toBe(nameOf(textOf(snapshotOf(host('1.2.1'), remote('catalog')))));
  });
});
