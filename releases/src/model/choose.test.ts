import { remoteBuild } from '../testing/builds';
import { choose } from './choose';
import type { Provided } from './compatibility';

const PROVIDES: Provided = {
  contract: '1.2.0',
  packages: { react: '19.3.1' },
  events: ['cart-changed'],
  slots: ['background'],
};
const release = (version: string, contract = '^1.0.0') => {
  const { part, ...build } = remoteBuild('catalog', { version, contract, packages: { react: '^19.0.0' } });
  return { ...build, path: '' };
};
const previous = (version: string, contract?: string) => ({
  ...release(version, contract),
  slots: [],
  record: 'sha256-a',
});

describe('the choice of a release', () => {
  test.each([
    ['the live release', '^1.0.0', {}, 'live'],
    ["the release of the visitor's channel", '^1.0.0', { channel: 'beta' }, 'beta'],
    ['the newest compatible previous release, if the live one is incompatible', '^2.0.0', {}, 'previous-2'],
    [
      "the release of the visitor's channel, also if the live one is incompatible",
      '^2.0.0',
      { channel: 'beta' },
      'beta',
    ],
    [
      "the live release, if the visitor was demoted from the channel's",
      '^1.0.0',
      { channel: 'beta', demoted: ['catalog@beta'] },
      'live',
    ],
    [
      'a compatible previous release, if the visitor was demoted from the live one',
      '^1.0.0',
      { demoted: ['catalog@live'] },
      'previous-2',
    ],
    [
      'an older release, if the visitor was demoted twice',
      '^1.0.0',
      { demoted: ['catalog@live', 'catalog@previous-2'] },
      'previous-1',
    ],
    [
      'the live release, if the visitor was demoted from another remote or version',
      '^1.0.0',
      { demoted: ['queues@live', 'catalog@old'] },
      'live',
    ],
  ])('gives a visitor %s', (_what, contract, cohort, expected) => {
    const snapshot = {
      host: null,
      remotes: { catalog: release('live', contract) },
      offers: [{ part: 'catalog', channel: 'beta', since: '', release: release('beta') }],
      kept: { catalog: [previous('previous-3', '^2.0.0'), previous('previous-2'), previous('previous-1')] },
    };
    expect(choose(snapshot, 'catalog', cohort, PROVIDES).release?.version).toBe(expected);
  });

  test('gives nothing to a visitor who was demoted from all releases', () => {
    const snapshot = { host: null, remotes: { catalog: release('live') }, offers: [], kept: {} };
    expect(choose(snapshot, 'catalog', { demoted: ['catalog@live'] }, PROVIDES).release).toBeUndefined();
  });

  test('gives a visitor outside a channel nothing of a remote that only the channel has', () => {
    const offers = [{ part: 'gifts', channel: 'beta', since: '', release: release('beta') }];
    const snapshot = { host: null, remotes: {}, offers, kept: {} };
    expect(choose(snapshot, 'gifts', {}, PROVIDES)).toEqual({ release: undefined, refused: [] });
  });

  test('gives nothing if no release is compatible, and every refusal names the missing version', () => {
    const snapshot = { host: null, remotes: { catalog: release('live', '^3.0.0') }, offers: [], kept: {} };
    expect(choose(snapshot, 'catalog', {}, PROVIDES)).toEqual({
      release: undefined,
      refused: [{ version: 'live', mismatches: [{ what: 'contract', needed: '^3.0.0', provided: '1.2.0' }] }],
    });
  });
});
