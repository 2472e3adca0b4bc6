import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Contract } from 'releases/build/declarations';
import type { Comparison } from 'releases/fits/compare';
import { FORM, type Surface } from 'releases/fits/surface';
import { goLive } from 'releases/store/store';
import { folderTarget } from 'releases/store/targets/folder';
import type { Target } from 'releases/store/targets/target';
import { hostBuild, remoteBuild } from 'releases/testing/builds';
import { writeBuild } from 'releases/testing/stored-builds';
import { compareWithLive, versionProblem } from './live-contract';

const SITE = 'shared-contracts/site';
let out: string;
let target: Target;
/** A compiler that refuses each name that begins with 'broken'. */
const compiler = {
  compare: async ({ names }: Comparison) =>
    (names[SITE] ?? [])
      .filter((name) => name.startsWith('broken'))
      .map((name) => ({ name, from: SITE, why: "'colour' is gone." })),
};

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'live-contract-'));
  target = folderTarget(out);
});
afterEach(() => rm(out, { recursive: true, force: true }));

const surface = (names: Record<string, string>): Surface => ({
  form: FORM,
  contract: '1.2.0',
  names: { [SITE]: names, react: { useState: '' } },
  carried: [],
  events: [],
  entries: {},
  files: {},
});
const contract = (version: string, names: Record<string, string>): Contract => ({
  version,
  entries: {},
  names: { [SITE]: names },
  tokens: [],
  files: {},
  imports: {},
  reads: [],
});
const NAMES = { site: '1', broken: '1' };
const shell = (offered?: Surface) => writeBuild(out, hostBuild('1.2.0'), offered);
const queues = (taken?: Surface, version = '1.4.0-a') => writeBuild(out, remoteBuild('queues', { version }), taken);

test('contracts with all the names that each live remote takes fit', async () => {
  await goLive(target, [await shell(surface(NAMES)), await queues(surface(NAMES))], { compiler });
  expect(await compareWithLive(target, compiler, contract('1.3.0', { ...NAMES, site: '2', more: '1' }))).toEqual({
    compared: ['shell 2.2.63-1.2.0', 'queues 1.4.0-a'],
    unrecorded: [],
    problems: [],
  });
});

test('the check reports each name that a live remote would miss, in a channel too, and asks for a new version of the contracts', async () => {
  await goLive(target, [await shell(surface(NAMES)), await queues(surface({ site: '1' }))], { compiler });
  await goLive(target, [await queues(surface(NAMES), '1.4.0-b')], { compiler, to: { channel: 'beta' } });
  const { compared, problems } = await compareWithLive(target, compiler, contract('1.3.0', { broken: '2' }));
  expect(compared).toEqual(['shell 2.2.63-1.2.0', 'queues 1.4.0-a', 'queues 1.4.0-b']);
  expect(problems).toEqual([
    [
      'shared-contracts 1.3.0 breaks what was built against the live 1.2.0, so it has to be 2.0.0:',
      'site of shared-contracts/site is gone.',
      "broken of shared-contracts/site is another one. 'colour' is gone.",
    ].join('\n'),
    "Remote 'queues' 1.4.0-a takes site from shared-contracts/site; this working copy does not offer it.",
    "Remote 'queues' 1.4.0-b takes site from shared-contracts/site; this working copy does not offer it.",
    "Remote 'queues' 1.4.0-b takes broken from shared-contracts/site; this working copy offers another one. 'colour' is gone.",
  ]);
});

test('an entry point that the live shell lacks needs a new version of the contracts', async () => {
  await goLive(target, [await shell(surface(NAMES))], { compiler });
  const same = contract('1.2.0', NAMES);
  expect((await compareWithLive(target, compiler, same)).problems).toEqual([]);
  const { problems } = await compareWithLive(target, compiler, {
    ...same,
    names: { [SITE]: NAMES, 'shared-contracts/session': { endSession: '1' } },
  });
  expect(problems).toEqual([
    'shared-contracts 1.2.0 offers something else than the live 1.2.0 does, so it has to be 1.3.0 at least.',
  ]);
});

test('a previous release that would not fit is no problem', async () => {
  await goLive(target, [await shell(surface(NAMES)), await queues(surface(NAMES))], { compiler });
  await goLive(target, [await queues(surface({ site: '1' }), '1.4.0-b')], { compiler });
  const { problems } = await compareWithLive(target, compiler, contract('2.0.0', { site: '1' }));
  expect(problems).toEqual([]);
});

test('the check lists builds without a record, since ranges decide about them', async () => {
  await goLive(target, [await shell(), await queues()], { compiler });
  expect(await compareWithLive(target, compiler, contract('1.2.0', {}))).toEqual({
    compared: [],
    unrecorded: ['shell 2.2.63-1.2.0', 'queues 1.4.0-a'],
    problems: [],
  });
});

test('the check compares the surfaces of a site that serves no build records', async () => {
  await goLive(target, [await shell(surface(NAMES)), await queues(surface(NAMES))], { compiler });
  const site: Target = {
    ...target,
    read: async (name) => (name.endsWith('/build.json') ? null : await target.read(name)),
  };
  expect(await compareWithLive(site, compiler, contract('2.0.0', { broken: '1' }))).toEqual({
    compared: ['shell 2.2.63-1.2.0', 'queues 1.4.0-a'],
    unrecorded: [],
    problems: ["Remote 'queues' 1.4.0-a takes site from shared-contracts/site; this working copy does not offer it."],
  });
});

test('the check compares nothing if nothing is live', async () => {
  expect(await compareWithLive(target, compiler, contract('1.2.0', {}))).toEqual({
    compared: [],
    unrecorded: [],
    problems: [],
  });
});

describe('the version of a contract', () => {
  const step = (version: string, breaks: readonly string[], isChanged: boolean) =>
    versionProblem({ live: '1.2.3', version, breaks, isChanged });

  it.each<[string, string[], boolean]>([
    ['1.2.3', [], false],
    ['1.2.4', [], false],
    ['1.3.0', [], true],
    ['2.0.0', ['events: it is gone.'], true],
  ])('%s may follow 1.2.3 with breaks %j (changed: %s)', (version, breaks, isChanged) => {
    expect(step(version, breaks, isChanged)).toBeUndefined();
  });

  it.each<[string, string[], boolean, RegExp]>([
    ['1.2.3', ['events: it is gone.'], true, /has to be 2\.0\.0:\nevents: it is gone\./],
    ['1.3.0', ['events: it is gone.'], true, /has to be 2\.0\.0/],
    ['1.2.3', [], true, /has to be 1\.3\.0 at least/],
    ['1.2.4', [], true, /has to be 1\.3\.0 at least/],
    ['1.1.9', [], false, /older than the live 1\.2\.3/],
  ])('%s may not follow 1.2.3 with breaks %j (changed: %s)', (version, breaks, isChanged, message) => {
    expect(step(version, breaks, isChanged)).toMatch(message);
  });
});
