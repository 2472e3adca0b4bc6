// Tests who may say where a build comes from, and that other programs read it.
import { newSigner } from '../testing/metadata-site';
import { type ReadStatement, statementBySigstore } from '../testing/sigstore';
import { readProvenance } from './check-provenance';
import { sealed } from './dsse';
import {
  type Digests,
  MOST_PROVENANCE_BYTES,
  type Origin,
  PROVENANCE,
  problemsWithRun,
  provenanceOf,
  provenanceOfRun,
  verifyProvenance,
} from './provenance';
import { folderTarget } from './targets/folder';
import type { Signer } from './tuf-signer';

const team = newSigner();
const site = newSigner();
const stranger = newSigner();
const build = { part: 'catalog', version: '1.0.0-aaaaaaaa' };
const digests: Digests = new Map([
  ['main.js', 'a'.repeat(64)],
  ['build.json', 'b'.repeat(64)],
]);
const COMMIT = '3f9a01c2d4e53f9a01c2d4e53f9a01c2d4e53f9a';
const origin: Origin = {
  repository: 'https://ci.example/octo/menu',
  commit: COMMIT,
  isClean: true,
  workflow: 'octo/menu/.github/workflows/release.yml@refs/heads/main',
  run: 'https://ci.example/octo/menu/actions/runs/1500',
  lock: 'c'.repeat(64),
  finishedAt: '2026-12-01T08:00:00.000Z',
};
const claims = {
  repository: 'https://ci.example/octo/menu',
  commit: COMMIT,
  workflow: 'octo/menu/.github/workflows/release.yml@refs/heads/main',
  run: 'https://ci.example/octo/menu/actions/runs/1500',
};
const keys = { app: { keys: [team.key], threshold: 1 }, site: [site.key] };

const verified = (text: string | null, options: { digests?: Digests; keys?: typeof keys } = {}) =>
  verifyProvenance(text === null ? null : Buffer.from(text), { build, digests, keys, ...options });
const madeBy = (signers: readonly Signer[], changes: Partial<Origin> = {}) =>
  provenanceOf({ build, digests, origin: { ...origin, ...changes } }, signers);
const TYPE = 'application/vnd.in-toto+json';
/** Signs a changed statement. */
function changed(change: (statement: ReadStatement) => void, signer = team, type = TYPE): string {
  const statement = statementBySigstore(madeBy([team]), team.key);
  change(statement);
  return sealed(type, Buffer.from(JSON.stringify(statement)), [signer]);
}

test("Sigstore's verifier reads the statement, which has the form of SLSA 1", () => {
  const statement = statementBySigstore(madeBy([team]), team.key);
  expect(statement).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: 'build.json', digest: { sha256: 'b'.repeat(64) } },
      { name: 'main.js', digest: { sha256: 'a'.repeat(64) } },
    ],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:foodhall:build:v1',
        externalParameters: { app: 'catalog', version: '1.0.0-aaaaaaaa', workflow: origin.workflow },
        resolvedDependencies: [
          { name: 'source', uri: `git+https://ci.example/octo/menu@${COMMIT}`, digest: { gitCommit: COMMIT } },
          { name: 'package-lock.json', digest: { sha256: 'c'.repeat(64) } },
        ],
      },
      runDetails: {
        builder: { id: 'https://ci.example/octo/menu/.github/workflows/release.yml@refs/heads/main' },
        metadata: { invocationId: origin.run, finishedOn: origin.finishedAt },
      },
    },
  });
  expect(() => statementBySigstore(madeBy([stranger]), team.key)).toThrow('signature verification failed');
});

test('the key of a team says from which source and by which run a build was made', () => {
  expect(verified(madeBy([team]))).toEqual({
    state: 'signed',
    isBySite: false,
    keys: [team.key],
    origin: {
      ...origin,
      builder: 'https://ci.example/octo/menu/.github/workflows/release.yml@refs/heads/main',
      isSentByRun: false,
    },
  });
});

test('a working copy with changes has no digest of a commit', () => {
  const text = madeBy([team], { isClean: false, workflow: undefined, run: undefined });
  const { predicate } = statementBySigstore(text, team.key);
  expect(predicate.buildDefinition.resolvedDependencies[0]).toEqual({
    name: 'source',
    uri: 'git+https://ci.example/octo/menu',
    annotations: { uncommittedChanges: true, commit: COMMIT },
  });
  expect(verified(text)).toMatchObject({
    origin: { isClean: false, commit: COMMIT, builder: 'urn:foodhall:working-copy' },
  });
});

test('sources in no repository have only their lock file', () => {
  const text = madeBy([team], { repository: undefined, commit: undefined, isClean: undefined });
  expect(verified(text)).toMatchObject({ origin: { repository: undefined, commit: undefined, lock: 'c'.repeat(64) } });
});

describe('a site that signs for a run', () => {
  const text = provenanceOfRun({ build, digests, claims }, [site]);

  test('says only what the issuer of its token states', () => {
    const { predicate } = statementBySigstore(text, site.key);
    expect(predicate.buildDefinition).toEqual({
      buildType: 'urn:foodhall:sent-by-ci-run:v1',
      externalParameters: { app: 'catalog', version: '1.0.0-aaaaaaaa', workflow: claims.workflow },
      resolvedDependencies: [
        { name: 'source', uri: `git+https://ci.example/octo/menu@${COMMIT}`, digest: { gitCommit: COMMIT } },
      ],
    });
    expect(verified(text)).toMatchObject({
      state: 'signed',
      isBySite: true,
      origin: { isSentByRun: true, isClean: undefined, lock: undefined },
    });
  });

  test('is not imitated by the key of a team', () => {
    expect(verified(provenanceOfRun({ build, digests, claims }, [team]))).toEqual({
      state: 'wrong',
      problem: 'says in the name of the site that a CI run sent the build',
    });
  });
});

const ten = JSON.stringify({
  ...JSON.parse(madeBy([team])),
  signatures: Array.from({ length: 10 }, () => JSON.parse(madeBy([team])).signatures[0]),
});
const unsigned = JSON.stringify({ ...JSON.parse(madeBy([team])), signatures: [] });
const borrowed = JSON.stringify({
  ...JSON.parse(changed((statement) => (statement.subject = []))),
  signatures: JSON.parse(madeBy([team])).signatures,
});
const renamed = JSON.stringify({
  ...JSON.parse(madeBy([stranger])),
  signatures: [{ ...JSON.parse(madeBy([stranger])).signatures[0], keyid: team.key.keyID }],
});

test.each([
  ['no signature', unsigned, 'has no signature'],
  ['ten signatures', ten, 'is not a signed statement in the form of DSSE'],
  ['the key of a stranger', madeBy([stranger]), 'is not signed by the keys of catalog'],
  ["a stranger's signature under the id of the team's key", renamed, 'is not signed by the keys of catalog'],
  ['the signature of another statement', borrowed, 'is not signed by the keys of catalog'],
  ['no JSON', '<html>', 'is not a signed statement in the form of DSSE'],
  ['a statement that is no envelope', '{"_type":"x"}', 'is not a signed statement in the form of DSSE'],
  ['50 MB', ' '.repeat(50 * 1024 * 1024), 'has 52428800 bytes, of at most 1048576'],
  ['another payload', changed(() => {}, team, 'text/plain'), 'is not a statement in the form of SLSA 1'],
  [
    'another predicate',
    changed((statement) => (statement.predicateType = 'https://example.org')),
    'is not a statement in the form of SLSA 1',
  ],
  [
    'another app',
    changed((statement) => (statement.predicate.buildDefinition.externalParameters.app = 'checkout')),
    'is of checkout 1.0.0-aaaaaaaa',
  ],
  [
    'another version',
    changed((statement) => (statement.predicate.buildDefinition.externalParameters.version = '2.0.0')),
    'is of catalog 2.0.0',
  ],
  [
    'other bytes of a file',
    changed(({ subject }) => Object.assign(subject[1]?.digest ?? {}, { sha256: 'f'.repeat(64) })),
    'is of other bytes: main.js',
  ],
  ['a file less', changed((statement) => statement.subject.pop()), 'is of other bytes: main.js'],
])('a statement with %s is worth nothing', (_what, text, problem) => {
  expect(verified(text)).toEqual({ state: 'wrong', problem });
});

test('a file that the statement does not have makes the build another one', () => {
  const more = new Map([...digests, ...Array.from({ length: 7 }, (_, index) => [`${index}.js`, 'f'] as const)]);
  expect(verified(madeBy([team]), { digests: more })).toEqual({
    state: 'wrong',
    problem: 'is of other bytes: 0.js, 1.js, 2.js, 3.js, 4.js and 2 more',
  });
  expect(verified(madeBy([team]), { digests: new Map([...digests, [PROVENANCE, 'f']]) }).state).toBe('signed');
});

test('a role of two keys asks for both, and the key of the site stands for itself', () => {
  const other = newSigner();
  const two = { ...keys, app: { keys: [team.key, other.key], threshold: 2 } };
  expect(verified(madeBy([team]), { keys: two }).state).toBe('wrong');
  expect(verified(madeBy([team, team]), { keys: two }).state).toBe('wrong');
  expect(verified(madeBy([team, other]), { keys: two })).toMatchObject({ state: 'signed', isBySite: false });
  expect(verified(madeBy([site]), { keys: two })).toMatchObject({ state: 'signed', isBySite: true });
});

test('a build without the file has no provenance', () => {
  expect(verified(null)).toEqual({ state: 'missing' });
});

test('a file above the limit is refused before it is read', async () => {
  const files = {
    list: async () => [PROVENANCE],
    sizeOf: async () => MOST_PROVENANCE_BYTES + 1,
    read: () => Promise.reject(new Error('It was read.')),
  };
  expect(await readProvenance(folderTarget('no-folder'), build, files, { own: [site.key] })).toEqual({
    state: 'wrong',
    problem: 'has 1048577 bytes, of at most 1048576',
  });
});

test.each([
  ['repository', { repository: 'https://ci.example/octo/other' }],
  ['commit', { commit: 'f'.repeat(40) }],
  ['workflow', { workflow: undefined }],
  ['run', { run: 'https://ci.example/octo/menu/actions/runs/1' }],
])('a statement of another %s than the identity token of the run is refused', (name, change) => {
  expect(problemsWithRun(build, origin, claims)).toEqual([]);
  const [problem, ...more] = problemsWithRun(build, { ...origin, ...change }, claims);
  expect(more).toEqual([]);
  expect(problem).toContain(`The provenance of catalog 1.0.0-aaaaaaaa names the ${name} `);
});
