import { describeMismatch, isContractInRange, mismatchesOf } from './compatibility';
import type { Lack } from './schemas';

test.each([
  ['1.2.0', '^1.0.0', true],
  ['1.2.0', '^1.2.0', true],
  ['1.1.9', '^1.2.0', false],
  ['2.0.0', '^1.2.0', false],
  ['0.3.0', '^0.2.0', false],
  ['1.2.0', '^0.9.0 || ^1.1.0', true],
  ['19.3.1', '19.3.1', true],
  ['19.3.2', '19.3.1', false],
  ['19.3.2', '~19.3.1', true],
  ['19.4.0', '>=19.0.0 <20.0.0', true],
  ['1.2.0', '*', true],
  ['1.2.0', 'latest', false],
  // The federation runtime decides like this in the browser, unlike the semver package.
  ['1.2.0-beta.1', '^1.0.0', true],
  ['1.2.0-beta.1', '^1.2.0', false],
])('the version %s is in the range %s: %s', (version, range, isInRange) => {
  expect(isContractInRange(version, range)).toBe(isInRange);
});

describe('a comparison of a remote and a shell', () => {
  const shell = { version: '2.0.0-a', contract: '1.2.0', packages: { react: '19.3.1' }, events: [], slots: [] };
  const remote = { version: '1.4.0-b', contract: '^1.0.0', packages: { react: '^19.0.0' }, events: [], slots: [] };
  const mismatches = (lacks: Lack[] | undefined, changes = {}) =>
    mismatchesOf('queues', { ...remote, ...changes }, shell, lacks && { '2.0.0-a': { 'queues@1.4.0-b': lacks } });
  const said = (lacks: Lack[]) =>
    mismatches(lacks).map((mismatch) => describeMismatch('queues', '1.4.0-b', mismatch, 'this shell'));

  test('lets them fit if the remote lacks nothing, whatever its contract range is', () => {
    expect(mismatches([], { contract: '^9.0.0' })).toEqual([]);
  });

  test('does not let them fit if the remote lacks a name, although the range is met', () => {
    expect(said([{ name: 'fillPath', from: 'shared-contracts/remote' }])).toEqual([
      "Remote 'queues' 1.4.0-b takes fillPath from shared-contracts/remote; this shell does not offer it.",
    ]);
  });

  test('does not let them fit if the shell offers another declaration', () => {
    expect(said([{ name: 'publish', from: 'shared-contracts/events', why: "Property 'icon' is missing." }])).toEqual([
      "Remote 'queues' 1.4.0-b takes publish from shared-contracts/events; this shell offers another one. Property 'icon' is missing.",
    ]);
  });

  test('still requires matching packages, events and slots', () => {
    const changes = { packages: { react: '^20.0.0' }, events: ['cart-changed'], slots: ['background'] };
    expect(mismatches([], changes).map((mismatch) => 'what' in mismatch && mismatch.what)).toEqual([
      'react',
      'event',
      'slot',
    ]);
  });

  test.each([
    ['were not compared', undefined],
    ['were compared in another version of the shell', { '2.0.0-c': { 'queues@1.4.0-b': [] } }],
    ['were compared for another remote', { '2.0.0-a': { 'catalog@1.4.0-b': [] } }],
  ])('leaves the decision to the contract range if they %s', (_what, verdicts) => {
    expect(mismatchesOf('queues', { ...remote, contract: '^9.0.0' }, shell, verdicts)).toEqual([
      { what: 'contract', needed: '^9.0.0', provided: '1.2.0' },
    ]);
  });
});
