import type { Contract } from '../build/declarations';
import { FORM, type Surface } from '../fits/surface';
import { entriesAfter, raisedRange, upgradeLines, upgradeOf } from './upgrade-report';

const EVENTS = 'shared-contracts/events';
const contract = (version: string, names: Record<string, string>): Contract => ({
  version,
  entries: { [EVENTS]: 'events/index.d.ts' },
  names: { [EVENTS]: names },
  tokens: [],
  files: { 'events/index.d.ts': '' },
  imports: {},
  reads: [],
});
const taken: Surface = {
  form: FORM,
  contract: '1.3.0',
  names: { react: { useState: '' }, [EVENTS]: { publish: 'a', subscribe: 'b' } },
  carried: [],
  events: [],
  entries: { [EVENTS]: 'events/index.d.ts' },
  files: { 'events/index.d.ts': '' },
};
const installed = contract('1.3.0', { publish: 'a', subscribe: 'b' });
const CHANGELOG = '# Changelog\n\nHow.\n\n## 1.4.0\n\n- useMenuEntries\n\n## 1.3.0 (2026-11-29)\n\n- first\n';

const upgradeTo = (next: Contract, why?: string) =>
  upgradeOf({
    taken,
    installed,
    next,
    changelog: CHANGELOG,
    compiler: { compare: async () => (why ? [{ name: 'publish', from: EVENTS, why }] : []) },
  });

test('a newer version with the same names and more changes nothing for the remote', async () => {
  const upgrade = await upgradeTo(contract('1.4.0', { publish: 'a', subscribe: 'b', appEvents: 'c' }));
  expect(upgrade).toEqual({
    from: '1.3.0',
    to: '1.4.0',
    breaks: [],
    added: { [EVENTS]: ['appEvents'] },
    changes: '## 1.4.0\n\n- useMenuEntries',
  });
  expect(upgradeLines(upgrade)).toEqual([
    'shared-contracts 1.3.0 → 1.4.0',
    '',
    'Everything that this remote takes is there, in a form that it fits.',
    '',
    'New:',
    '- shared-contracts/events: appEvents',
    '',
    '## 1.4.0\n\n- useMenuEntries',
  ]);
});

test('a name that is gone, and one of another form, have to change', async () => {
  const upgrade = await upgradeTo(contract('2.0.0', { publish: 'z' }), "Property 'source' is missing.");
  expect(upgrade.breaks).toEqual([
    'subscribe of shared-contracts/events is gone.',
    "publish of shared-contracts/events is another one. Property 'source' is missing.",
  ]);
  expect(upgradeLines(upgrade)).toContain('This remote has to change:');
});

test('another declaration that fits is no reason to change', async () => {
  const { breaks } = await upgradeTo(contract('1.4.0', { publish: 'z', subscribe: 'b' }));
  expect(breaks).toEqual([]);
});

test('the same version says so', async () => {
  expect(upgradeLines(await upgradeTo(installed))).toEqual([
    'shared-contracts 1.3.0 is installed, and the other package is the same version.',
  ]);
});

test.each([
  ['1.3.0', '## 1.4.0\n\n- useMenuEntries'],
  ['1.4.0', ''],
  ['0.9.0', '## 1.4.0\n\n- useMenuEntries\n\n## 1.3.0 (2026-11-29)\n\n- first'],
])('the entries after %s are %j', (version, entries) => {
  expect(entriesAfter(CHANGELOG, version)).toBe(entries);
});

test.each([
  ['^1.3.0', '^1.4.0'],
  ['1.3.0', '^1.4.0'],
  ['npm:@hall/shared-contracts@^1.3.0', 'npm:@hall/shared-contracts@^1.4.0'],
  ['npm:hall-contracts@^1.3.0', 'npm:hall-contracts@^1.4.0'],
  ['file:packages/shared-contracts-1.3.0.tgz', '^1.4.0'],
])('the range %s is raised to %s', (range, raised) => {
  expect(raisedRange(range, '1.4.0')).toBe(raised);
});
