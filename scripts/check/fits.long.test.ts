/** Tests changes of the contract, each as a release of a shell to a site with a live remote. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { directoryOf } from 'releases/build/apps';
import { type Contract, contractIn } from 'releases/build/declarations';
import { ALL, type SharedNames } from 'releases/build/shared-names';
import { type RemoteSources, remoteSurface, shellSurface } from 'releases/build/surface';
import { type Comparison, compareDeclarations } from 'releases/fits/compare';
import { startCompiler } from 'releases/fits/compiler';
import type { Surface } from 'releases/fits/surface';
import { goLive, ReleaseRefused } from 'releases/store/store';
import { folderTarget } from 'releases/store/targets/folder';
import { hostBuild, remoteBuild } from 'releases/testing/builds';
import { writeBuild } from 'releases/testing/stored-builds';
import { EVENT_NAMES } from 'shared-contracts/events/names';
import { type ContractSeed, SEEDS } from './contract-seeds';
import { HARMLESS, MORE_SEEDS } from './fit-seeds';
import { contractWriter } from './testing/contract-writer';

const { singletons, replaceable } = (await import('../../webpack.shared.js')).default;
const isContract = (module: string) => module.startsWith('shared-contracts/');
const SHARED = [...singletons, ...replaceable].filter(isContract);
const PACKAGES: SharedNames = new Map([['react', new Set(['useState', 'useEffect'])]]);

const changed = contractWriter();
let contract: Contract;
/** The surface of a remote that takes everything. */
let taken: Surface;
let asked: Comparison[] = [];
const compiler = {
  compare: async (comparison: Comparison) => {
    asked.push(comparison);
    return compareDeclarations(comparison);
  },
};

const offeredBy = (of: Contract) =>
  shellSurface(new Map([...PACKAGES, ...SHARED.map((module) => [module, new Set<string>()] as const)]), of);
const takenOf = (names: SharedNames, sources: Partial<RemoteSources> = {}, builtWith = contract) =>
  remoteSurface(
    new Map([...PACKAGES, ...names]),
    {
      directory: directoryOf('queues'),
      files: [],
      bundled: [],
      events: EVENT_NAMES,
      carried: replaceable,
      components: [],
      styles: [],
      ...sources,
    },
    builtWith,
  );

beforeAll(async () => {
  contract = await changed();
  taken = await takenOf(new Map(SHARED.map((module) => [module, new Set([ALL])])));
}, 60_000);

/**
 * Releases a shell where a remote is live.
 * @returns every reason for its refusal, a line each; empty if it went live
 */
async function refusal(remote: Surface, shell: Surface): Promise<string> {
  const out = await mkdtemp(path.join(tmpdir(), 'registry-'));
  const target = folderTarget(out);
  try {
    const before = await writeBuild(out, hostBuild('1.3.0', { version: '2.0.0-a' }), offeredBy(contract));
    await goLive(target, [before, await writeBuild(out, remoteBuild('queues'), remote)], { compiler });
    const after = await writeBuild(out, hostBuild('1.3.0', { version: '2.0.0-b' }), shell);
    asked = [];
    await goLive(target, [after], { compiler });
    return '';
  } catch (error) {
    if (error instanceof ReleaseRefused) return error.problems.join('\n');
    throw error;
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/**
 * Matches the beginning of a seed's refusal. A seed named 'events: payloads' matches any event, and one named by its entry point alone
 * ('rules/search') matches any name of it.
 */
function patternOf({ named }: ContractSeed): RegExp {
  const [entry = '', name = '[\\w-]+'] = named === 'events: payloads' ? ['events'] : named.split(': ');
  const [takes, from] = entry.startsWith('--') ? [entry, 'ui/tokens.css'] : [name, entry];
  return new RegExp(`takes ${takes} from shared-contracts/${from}; the live shell (does not offer it|offers another)`);
}

const ALL_SEEDS = [...SEEDS, ...MORE_SEEDS];
/** Each group has at most one change of each entry point. One shell has all changes of a group, since a comparison takes a second. */
const ROUNDS: ContractSeed[][] = [];
for (const seed of ALL_SEEDS) {
  const round = ROUNDS.find((seeds) => seeds.every(({ entry }) => entry !== seed.entry));
  if (round) round.push(seed);
  else ROUNDS.push([seed]);
}

test.each(ROUNDS.map((seeds) => [seeds.map(({ named }) => named).join(', '), seeds] as const))(
  'a shell with changes of %s is refused for each of them',
  async (_names, seeds) => {
    const reasons = await refusal(taken, offeredBy(await changed(...seeds)));
    expect(seeds.filter((seed) => !patternOf(seed).test(reasons)).map(({ what }) => what)).toEqual([]);
  },
  120_000,
);

test.each([
  ['that leave the declarations as they are', true],
  ['about which the compiler decides', false],
])(
  'a shell with harmless changes %s goes live',
  async (_what, isSame) => {
    const shell = offeredBy(await changed(...HARMLESS.filter((change) => Boolean(change.isSame) === isSame)));
    expect(await refusal(taken, shell)).toBe('');
    expect(asked.length === 0).toBe(isSame);
  },
  120_000,
);

test('there are 49 changes that break a remote', () => {
  expect(ALL_SEEDS).toHaveLength(49);
});

function seed(named: string): ContractSeed {
  const found = SEEDS.find((each) => each.named === named);
  if (!found) throw new Error(`No seed is named ${named}.`);
  return found;
}

test('a screen that names the function for later errors is refused an earlier shell, and one without it runs on this shell', async () => {
  const names: SharedNames = new Map([['shared-contracts/remote', new Set(['Mount', 'MountProps'])]]);
  const earlier = await changed({
    file: 'src/remote/index.ts',
    from: '  fail?: (error: unknown) => void;\n',
    to: '',
  });
  expect(await refusal(await takenOf(names), offeredBy(earlier))).toContain(
    "takes MountProps from shared-contracts/remote; the live shell offers another one. 'fail' is gone.",
  );
  expect(await refusal(await takenOf(names, {}, earlier), offeredBy(contract))).toBe('');
}, 120_000);

describe('a shell is accepted although it changes', () => {
  test('an unused function of the same module', async () => {
    const remote = await takenOf(new Map([['shared-contracts/router', new Set(['useParams'])]]));
    expect(await refusal(remote, offeredBy(await changed(seed('router: useSearchParams'))))).toBe('');
  }, 60_000);

  test('the payload of an event that the remote does not name', async () => {
    const names: SharedNames = new Map([['shared-contracts/events', new Set(['publish', 'subscribe'])]]);
    const shell = offeredBy(await changed(seed('events: payloads')));
    expect(await refusal(await takenOf(names, { events: ['cart-changed'] }), shell)).toBe('');
    expect(await refusal(await takenOf(names, { events: ['cart-changed', 'title-set'] }), shell)).toMatch(
      /takes title-set from shared-contracts\/events; the live shell offers another one\./,
    );
  }, 60_000);
});

test('a remote needs a design token that only a style in its code names', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'remote-'));
  try {
    await mkdir(path.join(directory, 'src'));
    const file = path.join(directory, 'src/a.screen.tsx');
    await writeFile(file, "export const Screen = () => <p style={{ gap: 'var(--space-3)' }} />;");
    const remote = await takenOf(new Map(), { directory, bundled: [file] });
    expect(await refusal(remote, offeredBy(await changed(seed('--space-3'))))).toMatch(
      /takes --space-3 from shared-contracts\/ui\/tokens\.css; the live shell does not offer it\.$/,
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test('the declarations of a build fit those of this test', async () => {
  expect(await refusal(taken, offeredBy(await contractIn()))).toBe('');
}, 60_000);

test('a release refuses a package without a name that the remote takes, and a module that the shell does not share', async () => {
  const less = { ...offeredBy(contract).names, react: { useState: '' } };
  expect(await refusal(taken, { ...offeredBy(contract), names: less })).toContain(
    'takes useEffect from react; the live shell does not offer it.',
  );
  const { 'shared-contracts/session': _session, ...others } = offeredBy(contract).names;
  expect(await refusal(taken, { ...offeredBy(contract), names: others })).toContain(
    'takes endSession from shared-contracts/session; the live shell does not offer it.',
  );
});

test('the compiler runs in a process of its own, which ends', async () => {
  const shell = offeredBy(await changed({ file: 'src/site.ts', from: 'site(): SiteConfig', to: 'site(): object' }));
  const apart = startCompiler();
  try {
    const lacks = await apart.compare({ taken, offered: shell, names: { 'shared-contracts/site': ['site'] } });
    expect(lacks).toEqual([{ name: 'site', from: 'shared-contracts/site', why: expect.any(String) }]);
    const broken = { taken: { ...taken, entries: {} }, offered: shell, names: { 'shared-contracts/site': ['site'] } };
    await expect(apart.compare(broken)).rejects.toThrow(
      'The declarations of shared-contracts/site are not in the record.',
    );
  } finally {
    apart.close();
  }
}, 60_000);
