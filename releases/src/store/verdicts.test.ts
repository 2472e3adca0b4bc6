import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Comparison } from '../fits/compare';
import type { Surface } from '../fits/surface';
import { choose } from '../model/choose';
import { hostBuild, remoteBuild } from '../testing/builds';
import { writeBuild } from '../testing/stored-builds';
import { readLive } from './read-live';
import { goLive, move } from './store';
import { folderTarget } from './targets/folder';
import type { Target } from './targets/target';

const REMOTE = 'shared-contracts/remote';

let out: string;
let target: Target;
/** The comparisons that the compiler was asked for. */
let asked: Comparison[];
const compiler = {
  compare: async (comparison: Comparison) => {
    asked.push(comparison);
    const names = comparison.names[REMOTE] ?? [];
    return names
      .filter((name) => name.startsWith('broken'))
      .map((name) => ({ name, from: REMOTE, why: 'It takes a colour. '.repeat(20) }));
  },
};

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'registry-'));
  target = folderTarget(out);
  asked = [];
});
afterEach(() => rm(out, { recursive: true, force: true }));

const surface = (changes: Partial<Surface> = {}): Surface => ({
  form: 1,
  contract: '1.2.0',
  names: {},
  carried: [],
  events: [],
  entries: {},
  files: {},
  ...changes,
});

/** Makes a surface with the names of one module, each with its hash. */
const names = (of: Record<string, string>, changes: Partial<Surface> = {}) =>
  surface({ names: { [REMOTE]: of }, ...changes });
const shell = (version: string, offered?: Surface) =>
  writeBuild(out, hostBuild('1.2.0', { version: `2.0.0-${version}` }), offered);
const queues = (version: string, taken?: Surface, contract?: string) =>
  writeBuild(out, remoteBuild('queues', { version: `1.4.0-${version}`, contract }), taken);
const live = async () => (await readLive(target)).snapshot;

test('a remote that takes a function which the live shell does not offer is refused by name, and nothing changes', async () => {
  await goLive(target, [await shell('a', names({ Slot: '1' })), await queues('a', names({ Slot: '1' }))]);
  const before = await live();
  const release = goLive(target, [await queues('b', names({ Slot: '1', fillPath: '2' }))]);
  await expect(release).rejects.toThrow(
    "Remote 'queues' 1.4.0-b takes fillPath from shared-contracts/remote; the live shell does not offer it.",
  );
  expect(await live()).toEqual(before);
});

test('a shell without a function that a live remote takes is refused by name', async () => {
  await goLive(target, [await shell('a', names({ Slot: '1' })), await queues('a', names({ Slot: '1' }))]);
  await expect(goLive(target, [await shell('b', names({ Place: '1' }))])).rejects.toThrow(
    "Remote 'queues' 1.4.0-a takes Slot from shared-contracts/remote; the live shell does not offer it.",
  );
});

test('a shell that only some visitors get is compared as well', async () => {
  await goLive(target, [await shell('a', names({ Slot: '1' })), await queues('a', names({ Slot: '1' }))]);
  const beta = goLive(target, [await shell('b', names({}))], { to: { channel: 'beta' } });
  await expect(beta).rejects.toThrow('takes Slot from shared-contracts/remote; the limited shell 2.0.0-b does not');
});

test('equal declarations fit without the compiler, whatever the version numbers are', async () => {
  await goLive(target, [await shell('a', names({ Slot: '1' })), await queues('a', names({ Slot: '1' }), '^9.0.0')], {
    compiler,
  });
  expect(asked).toEqual([]);
  expect((await live()).verdicts).toEqual({ '2.0.0-a': { 'queues@1.4.0-a': [] } });
});

test('the compiler only decides about names with different declarations', async () => {
  const taken = names({ Slot: '1', same: '2' });
  await goLive(target, [await shell('a', names({ Slot: 'other', same: '2', more: '3' })), await queues('a', taken)], {
    compiler,
  });
  expect(asked.map((comparison) => comparison.names)).toEqual([{ [REMOTE]: ['Slot'] }]);
  expect((await live()).verdicts).toEqual({ '2.0.0-a': { 'queues@1.4.0-a': [] } });
});

test('a pair is compared once, however many releases follow', async () => {
  const offered = names({ Slot: 'other' });
  await goLive(target, [await shell('a', offered), await queues('a', names({ Slot: '1' }))], { compiler });
  await goLive(target, [await queues('b', names({ Slot: '2' }))], { compiler });
  await goLive(target, [await writeBuild(out, remoteBuild('catalog'), names({ Slot: 'other' }))], { compiler });
  expect(asked).toHaveLength(2);
});

test('a new shell is accepted although a previous release does not fit it, and visitors of that shell do not get that release', async () => {
  const both = names({ Slot: '1', broken: '1' });
  await goLive(target, [await shell('a', both), await queues('a', both)], { compiler });
  await goLive(target, [await queues('b', names({ Slot: '1' }))], { compiler });
  await goLive(target, [await shell('b', names({ Slot: '1', broken: '2' }))], { compiler });
  const snapshot = await live();
  const verdict = snapshot.verdicts?.['2.0.0-b']?.['queues@1.4.0-a'];
  expect(verdict).toEqual([{ name: 'broken', from: REMOTE, why: expect.stringMatching(/^.{160}$/) }]);
  const demoted = { demoted: ['queues@1.4.0-b'] };
  if (!snapshot.host) throw new Error('no shell is live');
  expect(choose(snapshot, 'queues', demoted, snapshot.host).release).toBeUndefined();
  expect(choose(snapshot, 'queues', demoted, { ...snapshot.host, version: '2.0.0-a' }).release?.version).toBe(
    '1.4.0-a',
  );
});

test('a refused release lists every reason, and a page gets three of them', async () => {
  const wanted = Object.fromEntries(['one', 'two', 'three', 'four'].map((name) => [name, '1']));
  await goLive(target, [await shell('a', names(wanted)), await queues('a', names(wanted))]);
  await expect(goLive(target, [await shell('b', names({}))])).rejects.toThrow(/one.*\n.*two.*\n.*three.*\n.*four/);
  await goLive(target, [await queues('b', names({}))]);
  await goLive(target, [await shell('b', names({}))]);
  expect((await live()).verdicts?.['2.0.0-b']?.['queues@1.4.0-a']).toHaveLength(3);
});

test('an older shell does not need a rule that the remote has a copy of', async () => {
  const rules = 'shared-contracts/rules/money';
  const taken = surface({ names: { [rules]: { formatMajor: '1' } }, carried: [rules], contract: '1.3.0' });
  await goLive(target, [await shell('a', surface({ contract: '1.2.0' })), await queues('a', taken)]);
  expect((await live()).verdicts).toEqual({ '2.0.0-a': { 'queues@1.4.0-a': [] } });
  await expect(goLive(target, [await shell('b', surface({ contract: '1.3.0' }))])).rejects.toThrow(
    'takes formatMajor from shared-contracts/rules/money',
  );
});

describe('ranges decide', () => {
  test.each<[string, Surface | undefined, Surface | undefined]>([
    ['if the shell has no record', undefined, names({ Slot: '1' })],
    ['if the remote has no record', names({ Slot: '1' }), undefined],
    ['if a record is of another form', { ...names({ Slot: '1' }), form: 2 as 1 }, names({ Slot: '1' })],
    ['if a record is malformed', { form: 1 } as Surface, names({ Slot: '1' })],
  ])('%s', async (_what, offered, taken) => {
    await goLive(target, [await shell('a', offered), await queues('a', taken)]);
    expect((await live()).verdicts).toBeUndefined();
    await expect(goLive(target, [await queues('b', taken, '^9.0.0')])).rejects.toThrow(
      "Remote 'queues' 1.4.0-b needs contract ^9.0.0; the live shell provides 1.2.0.",
    );
  });
});

test("a record is refused if its bytes differ from the build's", async () => {
  const build = await queues('a', names({ Slot: '1' }));
  const file = path.join(out, 'queues/1.4.0-a/surface.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('Slot', 'Plot'));
  await expect(goLive(target, [await shell('a', names({ Slot: '1' })), build])).rejects.toThrow(
    /queues\/1\.4\.0-a\/surface\.json in .* is not what was built\./,
  );
});

describe('a remote that cannot be compared', () => {
  const failing = {
    compare: async ({ names: asked }: Comparison) => {
      if (asked[REMOTE]?.includes('undeclared')) throw new Error('shared-contracts/remote has no file.');
      return [];
    },
  };
  const undeclared = names({ undeclared: '1' });

  test('is refused by name if it is released', async () => {
    await goLive(target, [await shell('a', names({ undeclared: '2' }))]);
    await expect(goLive(target, [await queues('a', undeclared)], { compiler: failing })).rejects.toMatchObject({
      name: 'ReleaseRefused',
      message: 'queues 1.4.0-a cannot be compared: shared-contracts/remote has no file.',
    });
  });

  test('does not stop a release of another app, and its range decides', async () => {
    await goLive(target, [await shell('a', undeclared), await queues('a', undeclared)]);
    await goLive(target, [await shell('b', names({ undeclared: '2' }))], { compiler: failing });
    await rm(path.join(out, 'queues/1.4.0-a/surface.json'));
    await goLive(target, [await shell('c', undeclared)], { compiler: failing });
    const { host, verdicts } = await live();
    expect([host?.version, verdicts?.['2.0.0-c']]).toEqual(['2.0.0-c', undefined]);
    const other = writeBuild(out, hostBuild('2.0.0', { version: '2.0.0-d' }), undeclared);
    await expect(goLive(target, [await other], { compiler: failing })).rejects.toThrow(
      "Remote 'queues' 1.4.0-a needs contract ^1.0.0",
    );
  });
});

test('verdicts follow every change of the registry, and those of removed builds are dropped', async () => {
  await goLive(target, [await shell('a', names({ Slot: '1' })), await queues('a', names({ Slot: '1' }))]);
  await move(target, ({ snapshot, parent, at }) => ({ ...snapshot, parent, at, remotes: {} }));
  expect((await live()).verdicts).toBeUndefined();
});
