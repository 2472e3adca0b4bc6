/** Tests that an operator hears of a live registry that browsers refuse. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { integrityOf } from '../store/integrity';
import { entryProblems, signatureProblems } from '../store/live-problems';
import { readLive } from '../store/read-live';
import { authorityOf, sign } from '../store/signing';
import { nameOf } from '../store/snapshot';
import { goLive } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import type { Target } from '../store/targets/target';
import { publishMetadata } from '../store/tuf';
import { hostBuild, remoteBuild } from '../testing/builds';
import { writeBuild } from '../testing/stored-builds';
import { metadataStateIn } from './release-keys';

const like = expect.stringContaining;
const ENTRY = 'remoteEntry.12345678.js';

let out: string;
let target: Target;
beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'live-problems-'));
  target = folderTarget(out);
  const shell = await writeBuild(out, hostBuild('1.2.0', { root: { 'index.html': integrityOf('page') } }));
  const catalog = { ...remoteBuild('catalog'), integrity: { [ENTRY]: integrityOf('entry') } };
  await writeBuild(out, catalog);
  await write(`host/${shell.version}/index.html`, 'page');
  await write(`catalog/${catalog.version}/${ENTRY}`, 'entry');
  await goLive(target, [shell, catalog]);
});
afterEach(() => rm(out, { recursive: true, force: true }));

const fileOf = (name: string) => path.join(out, name);
const write = async (name: string, text: string) => {
  await mkdir(path.dirname(fileOf(name)), { recursive: true });
  await writeFile(fileOf(name), text);
};
const pointer = async () => JSON.parse(await readFile(fileOf('registry/pointer.json'), 'utf8'));
const metadataProblems = async () => (await metadataStateIn(out, new Date())).problems;

/** Puts a snapshot and a pointer to it into the folder. @returns the name of the snapshot */
async function plant(change: object, signAs: (text: string) => string = () => 'none'): Promise<string> {
  const text = JSON.stringify({ ...(await readLive(target)).snapshot, ...change });
  const name = nameOf(text);
  await write(`registry/${name}.json`, text);
  await write(`registry/${name}.sig`, signAs(text));
  const { signature, ...fields } = { ...(await pointer()), current: name };
  await write('registry/pointer.json', JSON.stringify({ ...fields, signature: signAs(JSON.stringify(fields)) }));
  return name;
}

test('what a release wrote has no problems, nor has a folder without a release', async () => {
  expect([...(await signatureProblems(target)), ...(await entryProblems(target))]).toEqual([]);
  expect(await metadataProblems()).toEqual([]);
  const empty = folderTarget(fileOf('none'));
  expect([...(await signatureProblems(empty)), ...(await entryProblems(empty))]).toEqual([]);
});

test('an unsigned snapshot that the pointer was moved to by hand is named', async () => {
  const name = await plant({ since: {} });
  expect(await signatureProblems(target)).toEqual([
    like('registry/pointer.json is not signed by a key that the shell 2.2.63-1.2.0 trusts'),
    like(`registry/${name}.json is not signed by a key that the shell 2.2.63-1.2.0 trusts`),
  ]);
  expect(await metadataProblems()).toEqual([like(`and not registry/${name}.json as it is`)]);
});

test('a snapshot is not trusted for the keys that it names itself', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { publicKey } = authorityOf({ REGISTRY_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) });
  const { host } = (await readLive(target)).snapshot;
  await plant({ host: { ...host, keys: [publicKey] } }, (text) => sign(text, privateKey));
  expect(await signatureProblems(target)).toHaveLength(2);
});

test('a snapshot that the key of the site signed needs the builds that the apps vouch for', async () => {
  const { remotes } = (await readLive(target)).snapshot;
  const own = authorityOf();
  await plant({ remotes: { catalog: { ...remotes.catalog, entry: 'other.js' } } }, own.sign);
  expect(await signatureProblems(target)).toEqual([]);
  expect(await metadataProblems()).toEqual([like('Browsers refuse the metadata of what is live')]);
});

test('an edited pointer is named, and so is one that is no JSON', async () => {
  await write('registry/pointer.json', JSON.stringify({ ...(await pointer()), recalled: ['catalog@1.0.0-aaaaaaaa'] }));
  expect(await signatureProblems(target)).toEqual([like('registry/pointer.json is not signed')]);
  await write('registry/pointer.json', '{');
  expect(await signatureProblems(target)).toEqual([like('is malformed. It is no JSON. Put back')]);
});

test('a pointer that was signed for another time than its snapshot is named', async () => {
  const { signature, ...fields } = { ...(await pointer()), at: '2026-01-01T00:00:00.000Z' };
  await write('registry/pointer.json', JSON.stringify({ ...fields, signature: sign(JSON.stringify(fields)) }));
  expect(await signatureProblems(target)).toEqual([like('and registry/pointer.json of 2026-01-01T00:00:00.000Z')]);
});

test('a missing snapshot and a missing signature are named', async () => {
  const { current } = await pointer();
  await rm(fileOf(`registry/${current}.sig`));
  expect(await signatureProblems(target)).toEqual([like(`registry/${current}.json is not signed`)]);
  await rm(fileOf(`registry/${current}.json`));
  expect(await signatureProblems(target)).toEqual([like(`registry/${current}.json, which is live, is not in`)]);
});

test('missing metadata are named, and the step that is named mends them', async () => {
  await rm(fileOf('registry/tuf/1.snapshot.json'));
  expect(await metadataProblems()).toEqual([like('1.snapshot.json is missing.')]);
  await publishMetadata(target, authorityOf());
  expect(await metadataProblems()).toEqual([]);
});

test('a root that the live snapshot does not name is named', async () => {
  const root = await readFile(fileOf('registry/tuf/1.root.json'), 'utf8');
  await write('registry/tuf/1.root.json', `${root}\n`);
  expect(await metadataProblems()).toEqual([like('1.root.json is not the root that the live snapshot names')]);
});

test('a page or an entry with other bytes is named, and one that is gone', async () => {
  await write('host/2.2.63-1.2.0/index.html', 'another page');
  await rm(fileOf(`catalog/1.0.0-aaaaaaaa/${ENTRY}`));
  expect(await entryProblems(target)).toEqual([
    like('host/2.2.63-1.2.0/index.html has other bytes than were released'),
    like(`catalog/1.0.0-aaaaaaaa/${ENTRY} is live, and gone`),
  ]);
});
