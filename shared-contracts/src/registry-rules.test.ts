import { satisfy } from '@module-federation/runtime';
import { bucketOf, choose, isOfferedTo, type Provides, readVisit, shapeOf } from './registry-rules';

const PROVIDES: Provides = {
  contract: '1.2.0',
  packages: { react: '19.3.1' },
  events: ['cart-changed'],
  slots: ['background'],
};
const release = (version: string, contract = '^1.0.0') => ({
  version,
  contract,
  packages: { react: '^19.0.0' },
  events: [],
  slots: [],
});
const kept = (version: string, contract?: string) => ({ ...release(version, contract), path: '', record: 'sha256-a' });
const visitors = Array.from({ length: 1000 }, (_each, index) => `visitor-${index}`);

test('capitals, names of parameters and a slash at the end make no other path', () => {
  expect(shapeOf('/Venues/:venueId/Cart/')).toBe(shapeOf('/venues/:marketId/cart'));
  expect(shapeOf('/')).not.toBe(shapeOf('/venues'));
});

describe('which release a visitor gets', () => {
  test.each([
    ['what everybody has', '^1.0.0', {}, 'live'],
    ['what their channel has', '^1.0.0', { channel: 'beta' }, 'beta'],
    ['the newest kept one that fits, where the live one does not', '^2.0.0', {}, 'kept-2'],
    ['their channel, whatever the live one needs', '^2.0.0', { channel: 'beta' }, 'beta'],
    [
      'the live one, if they were moved back from their channel',
      '^1.0.0',
      { channel: 'beta', setBack: ['catalog@beta'] },
      'live',
    ],
    [
      'a kept one that fits, if they were moved back from the live one',
      '^1.0.0',
      { setBack: ['catalog@live'] },
      'kept-2',
    ],
    [
      'an older one, if they were moved back twice',
      '^1.0.0',
      { setBack: ['catalog@live', 'catalog@kept-2'] },
      'kept-1',
    ],
    [
      'the live one again, if they were moved back from another remote or version',
      '^1.0.0',
      { setBack: ['queues@live', 'catalog@old'] },
      'live',
    ],
  ])('%s', (_what, contract, visit, expected) => {
    const snapshot = {
      host: null,
      remotes: { catalog: release('live', contract) },
      offers: [{ part: 'catalog', channel: 'beta', since: '', release: release('beta') }],
      kept: { catalog: [kept('kept-3', '^2.0.0'), kept('kept-2'), kept('kept-1')] },
    };
    expect(choose(snapshot, 'catalog', visit, PROVIDES, satisfy).release?.version).toBe(expected);
  });

  test('none, if they were moved back from all', () => {
    const snapshot = { host: null, remotes: { catalog: release('live') }, offers: [], kept: {} };
    expect(choose(snapshot, 'catalog', { setBack: ['catalog@live'] }, PROVIDES, satisfy).release).toBeUndefined();
  });

  test('none, of a remote that is only offered to others', () => {
    const offers = [{ part: 'gifts', channel: 'beta', since: '', release: release('beta') }];
    const snapshot = { host: null, remotes: {}, offers, kept: {} };
    expect(choose(snapshot, 'gifts', {}, PROVIDES, satisfy)).toEqual({ release: undefined, refused: [] });
  });

  test('none, where nothing fits, and every refusal says what was needed', () => {
    const snapshot = { host: null, remotes: { catalog: release('live', '^3.0.0') }, offers: [], kept: {} };
    expect(choose(snapshot, 'catalog', {}, PROVIDES, satisfy)).toEqual({
      release: undefined,
      refused: [{ version: 'live', mismatches: [{ what: 'contract', needed: '^3.0.0', provided: '1.2.0' }] }],
    });
  });
});

describe('a share of the visitors', () => {
  const inShare = (part: string, percent: number) =>
    visitors.filter((visitor) => isOfferedTo({ part, percent }, { visitor }));

  test('is about as large as it says', () => {
    expect(inShare('catalog', 10).length).toBeGreaterThan(70);
    expect(inShare('catalog', 10).length).toBeLessThan(130);
  });

  test('keeps those who are in when it grows', () => {
    expect(inShare('catalog', 25)).toEqual(expect.arrayContaining(inShare('catalog', 10)));
  });

  test('is not the same visitors for every remote', () => {
    expect(inShare('catalog', 10)).not.toEqual(inShare('queues', 10));
    expect(bucketOf('a', 'catalog')).toBe(bucketOf('a', 'catalog'));
  });

  test('has nobody who is not known', () => {
    expect(isOfferedTo({ part: 'catalog', percent: 99 }, {})).toBe(false);
  });
});

test('a visit is read from the cookies', () => {
  expect(readVisit('a=b; visitor=1f-9; channel=beta')).toEqual({ visitor: '1f-9', channel: 'beta' });
  expect(readVisit('set_back=catalog@1.0.0-aa|queues@1.2.0-bb; a=b')).toEqual({
    setBack: ['catalog@1.0.0-aa', 'queues@1.2.0-bb'],
  });
  expect(readVisit('xchannel=beta')).toEqual({ visitor: undefined, channel: undefined });
});
