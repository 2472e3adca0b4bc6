import { readFileSync } from 'node:fs';
import path from 'node:path';
import { contractComparer } from './contract-comparer';
import { type ContractRelease, contracts, readReleased } from './contract-files';
import { type ContractSeed, SEEDS } from './contract-seeds';
import { versionProblem } from './contract-surface';

function released(): ContractRelease {
  const record = readReleased();
  if (!record) throw new Error('No release of shared-contracts is stored.');
  return record;
}

describe('a contract compared with its release', () => {
  // One comparison an entry point: the compiler reads the sources once for all the changes made to it.
  const comparers = new Map<string, ReturnType<typeof contractComparer>>();
  function breaksOf({ entry, file, from, to }: Pick<ContractSeed, 'entry' | 'file' | 'from' | 'to'>): string[] {
    const { entries, ...record } = released();
    const comparer =
      comparers.get(entry) ?? contractComparer({ ...record, entries: { [entry]: entries[entry] ?? '' } });
    comparers.set(entry, comparer);
    const source = readFileSync(path.join(contracts, file), 'utf8');
    const changed = source.replace(from, to);
    expect(changed).not.toBe(source);
    return comparer(new Map([[file, changed]]));
  }

  it('misses nothing in the tree as it is', () => {
    expect(contractComparer(released())()).toEqual([]);
  }, 120_000);

  it('catches each of 30 changes that break a remote, by the name of what broke', () => {
    const missed = SEEDS.filter((seed) => !breaksOf(seed).some((sentence) => sentence.startsWith(`${seed.named}: `)));
    expect(SEEDS).toHaveLength(30);
    expect(missed).toEqual([]);
  }, 600_000);

  it.each([
    ['an option that has to be given', '  signal?: AbortSignal;\n}', '  signal?: AbortSignal;\n  locale: string;\n}'],
    ['fewer addresses', 'get<T>(path: string', "get<T>(path: '/venues'"],
    ['no numbers in a query', 'string | number | boolean | undefined', 'string'],
    ['no object to send', 'post<T>(path: string, body?: unknown', 'post<T>(path: string, body?: string'],
  ])(
    'catches that a client takes less: %s',
    (_what, from, to) => {
      const found = breaksOf({ entry: './client', file: 'src/client/index.ts', from, to });
      expect(found).toContainEqual(expect.stringMatching(/^client: ApiClient: /));
    },
    120_000,
  );

  it.each([
    [
      'a new event',
      './events',
      'src/events/events.ts',
      "  'title-set':",
      "  'title-lost': { title: string };\n  'title-set':",
    ],
    [
      'an optional part of a payload',
      './events',
      'src/events/events.ts',
      "'title-set': { title: string }",
      "'title-set': { title: string; icon?: string }",
    ],
    [
      'one more slice of the state',
      './events',
      'src/events/state.ts',
      '  unread: number;',
      '  unread: number;\n  mood?: string;',
    ],
    ['a new slot', './remote', 'src/remote/slot-names.ts', "'account-export'", "'account-export', 'footer'"],
    [
      'an optional property of a primitive',
      './ui',
      'src/ui/forms/stepper.tsx',
      '  max?: number;',
      '  max?: number;\n  step?: number;',
    ],
    [
      'one more variant',
      './ui',
      'src/ui/layout/page.tsx',
      'export function Page',
      'export const extra = 1;\nexport function Page',
    ],
  ])(
    'lets %s pass',
    (_what, entry, file, from, to) => {
      expect(breaksOf({ entry, file, from, to })).toEqual([]);
    },
    60_000,
  );
});

describe('the version of a contract', () => {
  const step = (version: string, breaks: readonly string[], isChanged: boolean) =>
    versionProblem({ released: '1.2.3', version, breaks, isChanged });

  it.each<[string, string[], boolean]>([
    ['1.2.3', [], false],
    ['1.2.4', [], false],
    ['1.3.0', [], true],
    ['2.0.0', ['events: it is gone.'], true],
  ])('%s may follow 1.2.3 after breaks %j, changed %s', (version, breaks, isChanged) => {
    expect(step(version, breaks, isChanged)).toBeUndefined();
  });

  it.each<[string, string[], boolean, RegExp]>([
    ['1.2.3', ['events: it is gone.'], true, /has to be 2\.0\.0:\nevents: it is gone\./],
    ['1.3.0', ['events: it is gone.'], true, /has to be 2\.0\.0/],
    ['1.2.3', [], true, /has to be 1\.3\.0 at least/],
    ['1.2.4', [], true, /has to be 1\.3\.0 at least/],
    ['1.1.9', [], false, /older than the released 1\.2\.3/],
  ])('%s is refused after breaks %j, changed %s', (version, breaks, isChanged, message) => {
    expect(step(version, breaks, isChanged)).toMatch(message);
  });
});
