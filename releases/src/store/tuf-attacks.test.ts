/**
 * Plays the attacks that The Update Framework lists (section 1.5.2 of its specification) against the client that npm uses. The attacker owns
 * the host of the files, and where a test says so one of the keys.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Updater } from 'tuf-js';
import type { BuildRecord } from '../model/schemas';
import { hostBuild, remoteBuild } from '../testing/builds';
import { type StaticHost, staticHost } from '../testing/static-host';
import { authorityOf } from './signing';
import { releaseText } from './snapshot';
import { goLive } from './store';
import { httpTarget } from './targets/http';
import { publishMetadata } from './tuf';
import {
  appsOf,
  type FileInfo,
  fileOf,
  infoOf,
  rootOf,
  type Signed,
  snapshotOf,
  targetsOf,
  timestampOf,
} from './tuf-roles';
import { type Signer, signerOf } from './tuf-signer';

const newSigner = () => signerOf(generateKeyPairSync('ed25519').privateKey);

/** A site that has separated its keys: three of the root, one of the service, one of each team. */
const roots = [newSigner(), newSigner(), newSigner()] as const;
const service = newSigner();
const teams: Readonly<Record<string, Signer>> = { catalog: newSigner(), checkout: newSigner() };

const head = (version: number, hours = 24) => ({ version, expires: new Date(Date.now() + hours * 3_600_000) });
const one = ({ key }: Signer) => ({ keys: [key], threshold: 1 });
const twoOfThree = { keys: roots.map(({ key }) => key), threshold: 2 };

const newRoot = (version: number, online = service) =>
  rootOf(head(version), { root: twoOfThree, targets: twoOfThree, snapshot: one(online), timestamp: one(online) });

function signed<Kind extends Signed>(metadata: Kind, ...signers: Signer[]): Kind {
  for (const { sign } of signers) metadata.sign(sign);
  return metadata;
}

let host: StaticHost;
let folder: string;
/** The records that each team has vouched for, by app. */
let vouched: Record<string, FileInfo[]>;

/** Writes a file as the owner of the host can, whatever is there. */
const put = (address: string, body: Buffer | string) =>
  host.files.set(address, { body: Buffer.from(body), headers: {} });
const bodyOf = (address: string) => host.files.get(address)?.body ?? Buffer.alloc(0);
const putMetadata = (name: string, metadata: Signed) => put(`/registry/tuf/${name}.json`, fileOf(metadata));

const CATALOG = '/parts/catalog/1.0.0-a/release.json';
const CHECKOUT = '/parts/checkout/1.0.0-a/release.json';

/** Releases as teams do: each signs for its own app, and the service for the rest. */
async function release(...builds: BuildRecord[]): Promise<void> {
  for (const build of builds) {
    const text = Buffer.from(releaseText(build));
    const record = infoOf(`parts/${build.part}/${build.version}/release.json`, text);
    put(`/${record.path}`, text);
    const team = teams[build.part];
    if (!team) continue;
    const all = [...(vouched[build.part] ?? []), record];
    vouched[build.part] = all;
    putMetadata(`${all.length}.${build.part}`, signed(targetsOf(head(all.length), all), team));
  }
  const authority = { ...authorityOf(), signers: [service] };
  await goLive(httpTarget(host.base), builds, { authority });
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'foodhall-tuf-'));
  host = await staticHost();
  vouched = {};
  putMetadata('1.root', signed(newRoot(1), roots[0], roots[1]));
  const apps = { ...mapTeams(), host: one(service) };
  putMetadata('1.targets', signed(appsOf(head(1), apps, one(service)), roots[0], roots[1]));
  await release(hostBuild(), remoteBuild('catalog', { version: '1.0.0-a' }));
  await release(remoteBuild('checkout', { version: '1.0.0-a' }));
});
const mapTeams = () => Object.fromEntries(Object.entries(teams).map(([app, signer]) => [app, one(signer)]));
afterEach(async () => {
  host.close();
  await rm(folder, { recursive: true, force: true });
});

/** A client that was installed with the first root. It keeps what it has seen in a folder. */
async function clientAt(base = host.base): Promise<Updater> {
  const metadataDir = path.join(folder, 'client');
  await mkdir(metadataDir, { recursive: true });
  // An installed client keeps its newest root.
  await writeFile(path.join(metadataDir, 'root.json'), bodyOf('/registry/tuf/1.root.json'), { flag: 'wx' }).catch(
    () => {},
  );
  return new Updater({
    metadataDir,
    metadataBaseUrl: `${base}registry/tuf`,
    targetDir: metadataDir,
    targetBaseUrl: base.slice(0, -1),
    config: { prefixTargetsWithHash: false, fetchRetries: 0, fetchTimeout: 500, timestampMaxLength: 4096 },
  });
}

/** Downloads a file as a client does. */
async function download(address: string, base?: string): Promise<string> {
  const client = await clientAt(base);
  const info = await client.getTargetInfo(address.slice(1));
  if (!info) throw new Error(`Nobody vouches for ${address}.`);
  return await client.downloadTarget(info);
}

test('a client takes what the teams released', async () => {
  await expect(download(CATALOG)).resolves.toContain(folder);
  await expect(download(CHECKOUT)).resolves.toContain(folder);
});

test('arbitrary software: other bytes of a released file are refused', async () => {
  put(CATALOG, bodyOf(CATALOG).toString().replace('1.0.0-a', '6.6.6-a'));
  await expect(download(CATALOG)).rejects.toThrow(/hash|length/i);
});

test('wrong software: another released file in its place is refused', async () => {
  put(CATALOG, bodyOf(CHECKOUT));
  await expect(download(CATALOG)).rejects.toThrow(/hash|length/i);
});

test('extraneous software: a file that no team vouches for is not found', async () => {
  put('/parts/catalog/9.9.9-a/release.json', '{}');
  await expect(download('/parts/catalog/9.9.9-a/release.json')).rejects.toThrow('Nobody vouches');
});

test('rollback: a client that has seen a newer timestamp refuses the one before', async () => {
  const before = bodyOf('/registry/tuf/timestamp.json');
  await release(remoteBuild('catalog', { version: '1.0.0-b' }));
  await download('/parts/catalog/1.0.0-b/release.json');
  put('/registry/tuf/timestamp.json', before);
  await expect(download(CATALOG)).rejects.toThrow(/version/);
});

test('indefinite freeze: a client refuses a timestamp whose hour is over', async () => {
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout'],
    now: Date.now() + 3_601_000,
  });
  try {
    await expect(download(CATALOG)).rejects.toThrow(/expired/);
  } finally {
    jest.useRealTimers();
  }
});

test('mix and match: older metadata of a team beside a newer snapshot are refused', async () => {
  const before = bodyOf('/registry/tuf/1.catalog.json');
  await release(remoteBuild('catalog', { version: '1.0.0-b' }));
  put('/registry/tuf/2.catalog.json', before);
  await expect(download(CATALOG)).rejects.toThrow(/version/i);
});

test('endless data: a client stops reading after the bytes that it expects', async () => {
  put('/registry/tuf/timestamp.json', Buffer.alloc(1_000_000, ' '));
  await expect(download(CATALOG)).rejects.toThrow(/Max length/);
});

test('slow retrieval: a client gives up on a host that sends nothing', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = silent.address() as AddressInfo;
    await expect(download(CATALOG, `http://127.0.0.1:${port}/`)).rejects.toThrow(/timeout/i);
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});

test('a malicious mirror that keeps back an update is noticed, and nothing else is taken in its place', async () => {
  await release(remoteBuild('catalog', { version: '1.0.0-b' }));
  host.files.delete('/registry/tuf/2.catalog.json');
  await expect(download('/parts/catalog/1.0.0-b/release.json')).rejects.toThrow('Failed to download');
});

/** Publishes as someone who has the key of the service: any snapshot and timestamp. */
function publishWith(signer: Signer, version: number, versions: Record<string, number>): void {
  const snapshot = signed(snapshotOf(head(version), versions), signer);
  putMetadata(`${version}.snapshot`, snapshot);
  putMetadata('timestamp', signed(timestampOf(head(version), { version, content: fileOf(snapshot) }), signer));
}
const evil = infoOf('parts/catalog/6.6.6-a/release.json', Buffer.from('{}'));

test('key compromise: the key of the service releases no app of a team', async () => {
  put(`/${evil.path}`, '{}');
  putMetadata('7.catalog', signed(targetsOf(head(7), [evil]), service));
  publishWith(service, 7, { targets: 1, catalog: 7, checkout: 1, host: 1 });
  await expect(download(`/${evil.path}`)).rejects.toThrow(/signed by 0\/1/);
});

test('key compromise: the key of a team releases no other app', async () => {
  const other = infoOf('parts/checkout/6.6.6-a/release.json', Buffer.from('{}'));
  put(`/${other.path}`, '{}');
  const team = teams.catalog ?? service;
  putMetadata('2.catalog', signed(targetsOf(head(2), [...(vouched.catalog ?? []), other]), team));
  await publishMetadata(httpTarget(host.base), { signers: [service] });
  await expect(download(`/${other.path}`)).rejects.toThrow('Nobody vouches');
  putMetadata('2.checkout', signed(targetsOf(head(2), [...(vouched.checkout ?? []), other]), team));
  publishWith(service, 9, { targets: 1, catalog: 2, checkout: 2, host: 1, 'registry.live': 2 });
  await expect(download(`/${other.path}`)).rejects.toThrow(/signed by 0\/1/);
});

test('key compromise: one key of the root changes no key, and two of three do', async () => {
  const online = newSigner();
  putMetadata('2.root', signed(newRoot(2, online), roots[0]));
  await expect(download(CATALOG)).rejects.toThrow(/signed by 1\/2/);
  putMetadata('2.root', signed(newRoot(2, online), roots[0], roots[2]));
  await expect(download(CATALOG)).rejects.toThrow(/signed by 0\/1/);
});

test('fast forward: a stolen key of the service raises the versions, and a new root ends it', async () => {
  const highest = 2 ** 31;
  publishWith(service, highest, { targets: 1, catalog: 1, checkout: 1, host: 1, 'registry.live': 2 });
  await download(CATALOG);
  const online = newSigner();
  putMetadata('2.root', signed(newRoot(2, online), roots[1], roots[2]));
  publishWith(online, 3, { targets: 1, catalog: 1, checkout: 1 });
  await expect(download(CATALOG)).resolves.toContain(folder);
});
