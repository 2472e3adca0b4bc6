/**
 * Plays theft and loss of keys against the client that npm uses, which goes on from what it saw last, and recovers with the commands that
 * docs/release-keys.md gives.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, jest } from '@jest/globals';
import { processEnv } from 'settings/environment';
import { Updater } from 'tuf-js';
import { root as project } from '../build/apps';
import type { BuildRecord } from '../model/schemas';
import { readLive } from '../store/read-live';
import { rollBack } from '../store/rollback';
import { publicKeys } from '../store/signing';
import { releaseText } from '../store/snapshot';
import { goLive } from '../store/store';
import { httpTarget } from '../store/targets/http';
import type { Target } from '../store/targets/target';
import { acceptTeamMetadata, signBuilds } from '../store/team-metadata';
import { readRoot } from '../store/tuf-files';
import { appsOf, fileOf, infoOf, rootOf, type Signed, snapshotOf, targetsOf, timestampOf } from '../store/tuf-roles';
import { type Signer, signerOf } from '../store/tuf-signer';
import { hostBuild, remoteBuild } from '../testing/builds';
import { type StaticHost, staticHost } from '../testing/static-host';
import { KNOWN_ROOTS, readSigner } from './key-files';
import { runKeys } from './keys';

const page = await readFile(path.join(project, 'docs/release-keys.md'), 'utf8');

/** The commands below a heading of the page, in their order. */
function commandsOf(heading: string): string[] {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const commands = blocks.join('').split('\n').filter(Boolean);
  if (commands.length === 0) throw new Error(`The page has no commands below '${heading}'.`);
  return commands;
}

let folder: string;
let host: StaticHost;
let target: Target;
/** The files of a site with separate keys, which each test begins with. */
let files: StaticHost['files'];
const before = { folder: process.cwd(), environment: { ...processEnv } };
let shells = 0;

const remote = (app: string, version: string) => remoteBuild(app, { version, paths: [`/${app}`] });
const addressOf = (app: string, version: string) => `/parts/${app}/${version}/release.json`;

/** Releases a build. A team signs it with its key. */
async function release(record: BuildRecord, key?: string): Promise<void> {
  await target.writeIfAbsent(`${record.part}/${record.version}/release.json`, releaseText(record));
  await target.writeIfAbsent(`${record.part}/${record.version}/build.json`, JSON.stringify(record));
  const signers = key ? [await readSigner(key)] : [];
  const signed = await acceptTeamMetadata(target, await signBuilds(target, [record], signers, KNOWN_ROOTS));
  await goLive(target, [record], { signed });
}

/** Releases a shell that trusts the keys of the environment. */
async function releaseShell(key?: string): Promise<void> {
  shells += 1;
  await release(hostBuild('1.2.0', { version: `2.2.${shells}-a`, keys: publicKeys() }), key);
}

/** Runs a line of the page. */
async function run(line: string): Promise<void> {
  const [, setting, setTo, command = ''] = /^(?:(\w+)="\$\(cat (\S+)\)" )?(.*)$/.exec(line) ?? [];
  if (setting === 'REGISTRY_PUBLIC_KEYS') processEnv[setting] = (await readFile(setTo ?? '', 'utf8')).trim();
  const words = command.split(' ');
  if (command.startsWith('npm run keys -- ')) await runKeys(words.slice(4));
  else if (command === 'npm run release -- host') await releaseShell();
  else if (command === 'npm run rollback -- catalog') await rollBack('catalog', { target });
  else if (command.startsWith('export REGISTRY_KEY_FILE=')) processEnv.REGISTRY_KEY_FILE = command.split('=')[1];
  else throw new Error(`The page has a line that this test does not know: ${line}`);
  delete processEnv.REGISTRY_PUBLIC_KEYS;
}

/** @param write changes each line, as a reader of the page may */
async function runAll(heading: string, write = (line: string) => line): Promise<void> {
  for (const line of commandsOf(heading)) await run(write(line));
}

/** The ids that `show` prints for each role of the site, or of a file. */
async function shownIds(...file: string[]): Promise<Record<string, string[]>> {
  const lines = await runKeys(['show', ...file]);
  const roles = lines.map((line) => /^ {2}(\S+): \d+ of (.+)$/.exec(line)).filter((match) => match !== null);
  return Object.fromEntries(roles.map(([, role = '', ids = '']) => [role, ids.split(', ')]));
}

/** A client that was installed with the first root. It keeps what it has seen. */
async function clientOf(name = 'client'): Promise<Updater> {
  const metadataDir = path.join(folder, name);
  await mkdir(metadataDir, { recursive: true });
  await writeFile(path.join(metadataDir, 'root.json'), host.text('/registry/tuf/1.root.json') ?? '', {
    flag: 'wx',
  }).catch(() => {});
  return new Updater({
    metadataDir,
    metadataBaseUrl: `${host.base}registry/tuf`,
    targetDir: metadataDir,
    targetBaseUrl: host.base.slice(0, -1),
    config: { prefixTargetsWithHash: false, fetchRetries: 0 },
  });
}

/** Downloads the record of a build as a client does. */
async function download(app: string, version: string, name?: string): Promise<string> {
  const client = await clientOf(name);
  const info = await client.getTargetInfo(addressOf(app, version).slice(1));
  if (!info) throw new Error(`No key vouches for ${app} ${version}.`);
  return await client.downloadTarget(info);
}
const isTaken = (app: string, version: string) => expect(download(app, version)).resolves.toContain(folder);

/** Puts metadata at their address as the owner of the host can, in place of the file that is there. */
function put(name: string, metadata: Signed): void {
  host.files.set(`/registry/tuf/${name}.json`, { body: fileOf(metadata), headers: {} });
}
const head = (version: number) => ({ version, expires: new Date(Date.now() + 24 * 3_600_000) });
function signed<Kind extends Signed>(metadata: Kind, { sign }: Signer): Kind {
  metadata.sign(sign);
  return metadata;
}

const EVIL = { path: addressOf('catalog', '6.6.6-a').slice(1), content: '{}' };

/** Signs an attacker's build of an app. */
function signEvil(app: string, version: number, signer: Signer, file = EVIL): void {
  host.files.set(`/${file.path}`, { body: Buffer.from(file.content), headers: {} });
  put(`${version}.${app}`, signed(targetsOf(head(version), [infoOf(file.path, Buffer.from(file.content))]), signer));
}

/** Publishes a snapshot that lists other versions than the present one, and its timestamp, with the key of the server. */
function publishWith(signer: Signer, version: number, changes: Record<string, number>): void {
  const metadataOf = (name: string) => JSON.parse(host.text(`/registry/tuf/${name}.json`) ?? '').signed;
  const listed = metadataOf(`${metadataOf('timestamp').meta['snapshot.json'].version}.snapshot`);
  const present = Object.entries(listed.meta as Record<string, { version: number }>);
  const versions = Object.fromEntries(present.map(([file, meta]) => [file.replace('.json', ''), meta.version]));
  const snapshot = signed(snapshotOf(head(version), { ...versions, ...changes }), signer);
  put(`${version}.snapshot`, snapshot);
  put('timestamp', signed(timestampOf(head(version), { version, content: fileOf(snapshot) }), signer));
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'keys-'));
  process.chdir(folder);
  host = await staticHost();
  target = httpTarget(host.base);
  Object.assign(processEnv, { FOODHALL_TARGET: host.base, KEY_PASSPHRASE: 'three words of four', REGISTRY_SITE: '' });
  delete processEnv.REGISTRY_KEY;
  await runKeys(['make', 'service.pem']);
  processEnv.REGISTRY_KEY_FILE = 'service.pem';
  await releaseShell();
  await release(remote('catalog', '1.0.0-a'));
  await release(remote('checkout', '1.0.0-a'));
  await isTaken('catalog', '1.0.0-a');
  await runAll('Separate the keys');
  await isTaken('catalog', '1.0.0-a');
  await release(remote('catalog', '1.0.0-b'), 'catalog.pem');
  await isTaken('catalog', '1.0.0-b');
  files = new Map(host.files);
});

/** Gives the host the files of an earlier moment. */
function restore(earlier = files): void {
  host.files.clear();
  for (const [address, file] of earlier) host.files.set(address, file);
}

beforeEach(async () => {
  processEnv.REGISTRY_KEY_FILE = 'service.pem';
  restore();
  await rm(KNOWN_ROOTS, { force: true });
  for (const key of ['catalog-2', 'checkout-2', 'service-2', 'deals', 'd', 'shell'])
    for (const file of [`${key}.pem`, `${key}.pem.pub`]) await rm(file, { force: true });
  await rm(path.join(folder, 'client'), { recursive: true, force: true });
  await isTaken('catalog', '1.0.0-b');
});

afterAll(async () => {
  host.close();
  process.chdir(before.folder);
  for (const name of [
    'FOODHALL_TARGET',
    'KEY_PASSPHRASE',
    'REGISTRY_SITE',
    'REGISTRY_KEY',
    'REGISTRY_KEY_FILE',
  ] as const)
    if (before.environment[name] === undefined) delete processEnv[name];
    else processEnv[name] = before.environment[name];
  await rm(folder, { recursive: true, force: true });
});

jest.setTimeout(60_000);

describe('after the separation', () => {
  test('a release without the key of the team is refused, and one with it goes live', async () => {
    const pointer = host.text('/registry/pointer.json');
    await expect(release(remote('catalog', '1.0.0-c'))).rejects.toThrow(
      'The team of catalog has these keys: release with --key FILE, or TEAM_KEY_FILE. They have not signed 1.0.0-c.',
    );
    expect(host.text('/registry/pointer.json')).toBe(pointer);
    await release(remote('catalog', '1.0.0-c'), 'catalog.pem');
    await isTaken('catalog', '1.0.0-c');
  });

  test('the key of another team does not release the app', async () => {
    await expect(release(remote('catalog', '1.0.0-c'), 'checkout.pem')).rejects.toThrow(
      `0 of the keys that sign here are keys of catalog at ${host.base}, and 1 have to be.`,
    );
  });

  test('a rollback needs no key of the team', async () => {
    await rollBack('catalog', { target });
    expect((await readLive(target)).snapshot.remotes.catalog?.version).toBe('1.0.0-a');
    await isTaken('catalog', '1.0.0-a');
  });

  test('a new app is released by its team once the holders of the targets keys have named it', async () => {
    await expect(release(remote('deals', '1.0.0-a'))).rejects.toThrow('The holders of these keys have to name deals');
    await runAll('Add an app');
    await release(remote('deals', '1.0.0-a'), 'deals.pem');
    await isTaken('deals', '1.0.0-a');
  });

  test('the key of the server can be limited, so that it releases nothing', async () => {
    await runAll("Limit the server's key");
    await expect(releaseShell()).rejects.toThrow('The team of host has these keys: release with --key FILE');
    await releaseShell('shell.pem');
    await isTaken('host', `2.2.${shells}-a`);
  });

  test('a private key is in a file that its owner alone reads, and a passphrase encrypts it', async () => {
    expect((await stat('a.pem')).mode & 0o777).toBe(0o600);
    expect(await readFile('a.pem', 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY');
    await expect(readSigner('a.pem', { KEY_PASSPHRASE: 'another' })).rejects.toThrow(
      'a.pem cannot be read with this passphrase.',
    );
  });
});

describe('a key of a team', () => {
  test('that is lost is replaced, and the site goes on until then', async () => {
    await rm('catalog.pem');
    try {
      await rollBack('catalog', { target });
      await runAll("A team's key is lost");
    } finally {
      await writeFile('catalog.pem', catalogKey, { mode: 0o600 });
    }
    await isTaken('catalog', '1.0.0-a');
    await release(remote('catalog', '1.0.0-c'), 'catalog-2.pem');
    await isTaken('catalog', '1.0.0-c');
    await expect(release(remote('catalog', '1.0.0-d'), 'catalog.pem')).rejects.toThrow('0 of the keys that sign here');
  });

  test('that is stolen releases its own app only, until it is replaced', async () => {
    const thief = await readSigner('catalog.pem');
    signEvil('checkout', 9, thief, { path: addressOf('checkout', '6.6.6-a').slice(1), content: '{}' });
    publishWith(await readSigner('service.pem'), 50, { checkout: 9 });
    await expect(download('checkout', '6.6.6-a', 'other')).rejects.toThrow(/signed by 0\/1/);
    restore();

    await release(remote('catalog', '6.6.6-b'), 'catalog.pem');
    await isTaken('catalog', '6.6.6-b');
    await runAll("A team's key is stolen");
    await expect(download('catalog', '6.6.6-b')).rejects.toThrow('No key vouches');
    await isTaken('catalog', '1.0.0-b');
    await expect(release(remote('catalog', '6.6.6-c'), 'catalog.pem')).rejects.toThrow('0 of the keys that sign here');
    await release(remote('catalog', '1.0.0-c'), 'catalog-2.pem');
    await isTaken('catalog', '1.0.0-c');
  });
});

describe("a thief of the server who gives the team's machine a root of his own", () => {
  let thief: Signer;
  /** What the thief vouches for: a build of his own, which is live. */
  const EVIL_BUILD = remote('catalog', '6.6.6-a');

  /** Puts a registry at the address of the site in which the thief has each role, beside the key of the team. */
  async function putRegistryOfThief(): Promise<void> {
    thief = signerOf(generateKeyPairSync('ed25519').privateKey);
    const team = await readSigner('catalog.pem');
    await release(EVIL_BUILD, 'catalog.pem');
    for (const address of [...host.files.keys()]) if (address.startsWith('/registry/tuf/')) host.files.delete(address);
    const own = { keys: [thief.key], threshold: 1 };
    const catalog = { keys: [thief.key, team.key], threshold: 1 };
    put('1.root', signed(rootOf(head(1), { root: own, targets: own, snapshot: own, timestamp: own }), thief));
    put('1.targets', signed(appsOf(head(1), { catalog }, own), thief));
    signEvil('catalog', 1, thief);
  }

  const signNext = async () =>
    await signBuilds(target, [remote('catalog', '1.0.0-c')], [await readSigner('catalog.pem')], KNOWN_ROOTS);

  test('gets no signature on a machine that has seen a root of the site', async () => {
    await release(remote('catalog', '1.0.0-c'), 'catalog.pem');
    const seen = JSON.parse(await readFile(KNOWN_ROOTS, 'utf8'));
    expect(seen).toEqual({ [host.base]: { version: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    await putRegistryOfThief();
    const sentence = `The root of ${host.base} does not follow from root 2, which registry-roots.json remembers.`;
    await expect(signNext()).rejects.toThrow(sentence);
    await expect(runKeys(['vouch', 'catalog', 'next.json', '--key', 'catalog.pem'])).rejects.toThrow(sentence);
    host.files.delete('/registry/tuf/1.root.json');
    await expect(signNext()).rejects.toThrow(sentence);
    expect(JSON.parse(await readFile(KNOWN_ROOTS, 'utf8'))).toEqual(seen);
  });

  test('gets no signature for his own build on a machine that has seen no root', async () => {
    await putRegistryOfThief();
    await rm(KNOWN_ROOTS, { force: true });
    const { catalog = '' } = await signNext();
    expect(Object.keys(JSON.parse(catalog).signed.targets)).toEqual(['parts/catalog/1.0.0-c/release.json']);
  });

  test('gets no signature where the file of known roots is malformed', async () => {
    await writeFile(KNOWN_ROOTS, '{"half": ');
    await expect(signNext()).rejects.toThrow('registry-roots.json is malformed.');
  });
});

test('a root that follows from the one that was seen last is remembered in its place', async () => {
  const versionSeen = async () => JSON.parse(await readFile(KNOWN_ROOTS, 'utf8'))[host.base].version;
  await release(remote('catalog', '1.0.0-c'), 'catalog.pem');
  expect(await versionSeen()).toBe(2);
  await runAll('One root key is lost');
  await release(remote('catalog', '1.0.0-d'), 'catalog.pem');
  expect(await versionSeen()).toBe(3);
});

/** Does what a thief of the server's key can do: he releases nothing of a team, and raises the versions for ever. */
async function playTheft(): Promise<void> {
  const thief = await readSigner('service.pem');
  signEvil('catalog', 9, thief);
  publishWith(thief, 70, { catalog: 9 });
  await expect(download('catalog', '6.6.6-a')).rejects.toThrow(/signed by 0\/1/);
  publishWith(thief, 2 ** 31, { catalog: 9, 'registry.live': 2 ** 31 });
  await expect((await clientOf()).refresh()).resolves.toBeUndefined();
}

describe('the key of the server', () => {
  test('that is stolen releases no app of a team, and is replaced', async () => {
    await playTheft();
    await runAll("The server's key is stolen");
    await isTaken('catalog', '1.0.0-b');
    const thief = await readSigner('service.pem');
    const timestamp = host.files.get('/registry/tuf/timestamp.json');
    publishWith(thief, 2 ** 32, {});
    await expect(download('catalog', '1.0.0-b')).rejects.toThrow(/signed by 0\/1/);
    if (timestamp) host.files.set('/registry/tuf/timestamp.json', timestamp);
    await release(remote('catalog', '1.0.0-c'), 'catalog.pem');
    await isTaken('catalog', '1.0.0-c');
    // The shell that is live trusts the new key alone.
    expect((await readLive(target)).snapshot.host?.keys).toEqual([
      (await readFile('service-2.pem.pub', 'utf8')).trim(),
    ]);
  });

  test('is named by the id that show prints, in place of its file', async () => {
    const { timestamp: [id = ''] = [] } = await shownIds();
    expect(id).toBe((await readSigner('service.pem')).key.keyID);
    await runAll("The server's key is stolen", (line) => line.replace(' service.pem.pub,', ` ${id},`));
    await isTaken('catalog', '1.0.0-b');
    const next = (await readSigner('service-2.pem')).key.keyID;
    const { snapshot, timestamp, host: shell } = await shownIds();
    expect([snapshot, timestamp, shell]).toEqual([[next], [next], [next]]);
  });

  test('that was on a stolen disk is replaced on a site that is restored from an older backup', async () => {
    const backup = new Map(host.files);
    await release(remote('catalog', '1.0.0-c'), 'catalog.pem');
    await isTaken('catalog', '1.0.0-c');
    await playTheft();
    restore(backup);
    await expect(download('catalog', '1.0.0-b')).rejects.toThrow(/version/);
    await runAll("The server's key is stolen");
    await isTaken('catalog', '1.0.0-b');
    await release(remote('catalog', '1.0.0-c'), 'catalog.pem');
    await isTaken('catalog', '1.0.0-c');
  });

  test('cannot change while a live shell does not trust the new one', async () => {
    const lines = commandsOf("The server's key is stolen").filter((line) => !line.endsWith('release -- host'));
    for (const line of lines.slice(0, -1)) await run(line);
    await expect(run(lines.at(-1) ?? '')).rejects.toThrow('does not trust the key that this would be signed with');
    expect((await readRoot(target))?.signed.version).toBe(2);
  });
});

test('a root key that is lost is replaced by the other two, and one that is stolen changes nothing alone', async () => {
  const thief = await readSigner('a.pem');
  await runKeys(['root', 'stolen.json', '--replace', 'b.pem.pub,service.pem.pub']);
  await runKeys(['sign', 'stolen.json', '--key', 'a.pem']);
  await expect(runKeys(['publish', 'stolen.json'])).rejects.toThrow(
    'stolen.json has 1 of the 2 signatures that root 2 asks for. A holder of one of its keys adds one: npm run keys -- sign stolen.json --key KEY',
  );
  host.files.set('/registry/tuf/3.root.json', { body: await readFile('stolen.json'), headers: {} });
  await expect(download('catalog', '1.0.0-b')).rejects.toThrow(/signed by 1\/2/);
  host.files.delete('/registry/tuf/3.root.json');

  await runAll('One root key is lost');
  await isTaken('catalog', '1.0.0-b');
  const root = await readRoot(target);
  expect(root?.signed.version).toBe(3);
  expect(root?.signed.roles.root?.keyIDs).not.toContain(thief.key.keyID);
});

test('all online keys at once are replaced', async () => {
  await release(remote('catalog', '6.6.6-b'), 'catalog.pem');
  await isTaken('catalog', '6.6.6-b');
  await playTheft();
  await rollBack('catalog', { target });
  await runAll('All online keys at once');
  await expect(download('catalog', '6.6.6-b')).rejects.toThrow('No key vouches');
  await isTaken('catalog', '1.0.0-b');
  await release(remote('catalog', '1.0.0-c'), 'catalog-2.pem');
  await isTaken('catalog', '1.0.0-c');
});

test('all online keys and a root key are replaced by the two root keys that are left', async () => {
  await release(remote('catalog', '6.6.6-b'), 'catalog.pem');
  await playTheft();
  await runAll('All online keys and a root key');
  await expect(download('catalog', '6.6.6-b')).rejects.toThrow('No key vouches');
  await isTaken('catalog', '1.0.0-b');
  const stolen = await Promise.all(['service', 'catalog', 'checkout', 'a'].map((name) => readSigner(`${name}.pem`)));
  const left = Object.values(await shownIds()).flat();
  for (const { key } of stolen) expect(left).not.toContain(key.keyID);
  await release(remote('catalog', '1.0.0-c'), 'catalog-2.pem');
  await isTaken('catalog', '1.0.0-c');
});

describe('an id that show prints', () => {
  /** @returns the newest file of a role */
  function newest(role: string): string {
    const names = [...host.files.keys()].filter((address) => address.endsWith(`.${role}.json`));
    const version = Math.max(...names.map((address) => Number(/\d+/.exec(address)?.[0])));
    return host.text(`/registry/tuf/${version}.${role}.json`) ?? '';
  }
  const idIn = async (file: string) => (await readSigner(file)).key.keyID;

  test.each([
    ['root', ['root', 'targets', 'snapshot', 'timestamp']],
    ['apps', ['catalog', 'checkout', 'host', 'registry.live']],
  ])('names the key of each role to %s', async (command, roles) => {
    await runKeys(['make', 'd.pem']);
    const next = await idIn('d.pem');
    const present = await shownIds();
    await writeFile('present.json', newest(command === 'root' ? 'root' : 'targets'));
    expect(await shownIds('present.json')).toEqual(Object.fromEntries(roles.map((role) => [role, present[role]])));
    for (const role of roles)
      for (const id of present[role] ?? [])
        for (const written of [id, id.slice(0, 8)]) {
          await runKeys([command, 'next.json', '--from', 'present.json', '--replace', `${written},d.pem.pub`]);
          const changed = await shownIds('next.json');
          expect(changed[role]).toContain(next);
          expect(Object.values(changed).flat()).not.toContain(id);
        }
  });

  test('names a key to each option that takes one', async () => {
    await runKeys(['make', 'd.pem']);
    const { root: [a, b] = [], timestamp: [service] = [], catalog: [catalog] = [] } = await shownIds();
    await runKeys([
      'root',
      'next.json',
      '--root',
      `2:${a},${b},d.pem.pub`,
      '--online',
      `${service}`,
      '--targets',
      `${b}`,
    ]);
    expect(await shownIds('next.json')).toEqual({
      root: [a, b, await idIn('d.pem')],
      targets: [b],
      snapshot: [service],
      timestamp: [service],
    });
    await runKeys([
      'apps',
      'next.json',
      '--app',
      `deals=${catalog}`,
      '--app',
      `host=${catalog}`,
      '--live',
      `${service}`,
    ]);
    expect(await shownIds('next.json')).toMatchObject({
      deals: [catalog],
      host: [catalog],
      'registry.live': [service],
    });
    await runKeys(['apps', 'next.json', '--replace', `${service},${catalog}`]);
    expect(await shownIds('next.json')).toMatchObject({ host: [catalog], 'registry.live': [catalog] });
  });

  test.each([
    ['root', 'catalog'],
    ['apps', 'root'],
  ])('is refused by %s if its key has no role there, with the ids that have one', async (command, role) => {
    const present = await shownIds();
    const { [role]: [id] = [] } = present;
    const others = command === 'root' ? [present.root, present.timestamp] : [present.catalog, present.host];
    const refusal = expect(runKeys([command, 'next.json', '--replace', `${id},d.pem.pub`])).rejects;
    await refusal.toThrow(`No key here has the id ${id}. The keys here are `);
    for (const other of others.flat()) await refusal.toThrow(`${other}`);
  });
});

describe('help', () => {
  test.each(['--help', '-h'])('%s after a command prints its usage', async (word) => {
    await expect(runKeys(['root', word])).resolves.toEqual([
      expect.stringMatching(/^npm run keys -- root FILE\n {4}writes the next root, .*--replace OLD,NEW, --from FILE/),
    ]);
    await expect(runKeys(['root', 'root.json', '--root', 'a.pem.pub', word])).resolves.toHaveLength(1);
  });

  test('without a command prints all commands', async () => {
    expect((await runKeys(['--help'])).length).toBeGreaterThan(5);
  });
});

describe('a mistake', () => {
  test.each(['', ' '])('an empty FOODHALL_TARGET, %j, counts as none', async (place) => {
    processEnv.FOODHALL_TARGET = place;
    try {
      // The site is then the dist folder of the project, and not the folder of the command.
      expect((await runKeys(['show']))[0]).not.toContain(process.cwd());
    } finally {
      processEnv.FOODHALL_TARGET = host.base;
    }
    await expect(runKeys(['show', '--target', place])).rejects.toThrow('--target is empty; it must be a folder');
  });

  test('the first root of a site needs keys, and the sentence says where the site was looked for', async () => {
    await expect(runKeys(['root', 'next.json', '--out', 'nothing'])).rejects.toThrow(
      `${path.resolve('nothing')} has no root. The first one of a site needs --root KEYS and --online KEYS. For another site: --target PLACE, or FOODHALL_TARGET.`,
    );
  });

  test('a file that is signed or published again says that nothing was changed', async () => {
    await runKeys(['root', 'next.json']);
    const { key } = await readSigner('a.pem');
    for (const name of ['a.pem', 'b.pem']) await runKeys(['sign', 'next.json', '--key', name]);
    const [sentence] = await runKeys(['sign', 'next.json', '--key', 'a.pem']);
    expect(sentence).toMatch(
      `next.json had the signature of ${key.keyID} already. Nothing was changed. It has 2 of the 2`,
    );
    await runKeys(['publish', 'next.json']);
    await runKeys(['apps', 'other.json']);
    for (const name of ['a.pem', 'b.pem']) await runKeys(['sign', 'other.json', '--key', name]);
    await expect(runKeys(['publish', 'next.json', 'other.json'])).resolves.toEqual([
      expect.stringMatching(/^Published in .*: registry\/tuf\/\d+\.targets\.json\.$/),
      expect.stringMatching(
        /^next\.json is published already, as registry\/tuf\/3\.root\.json in .*: it changed nothing\./,
      ),
    ]);
  });

  test('a site with a release service is changed on its server', async () => {
    const body = Buffer.from('{"data":{"service":"foodhall-releases","site":null}}');
    host.files.set('/api/v1/registry', { body, headers: {} });
    await expect(runKeys(['publish', 'root.json'])).rejects.toThrow(
      `${host.base} has a release service. Run this on its server, with --target and the folder that it serves.`,
    );
  });

  test.each([
    [['sing', 'root.json'], "There is no command 'sing'."],
    [['make', 'a.pem'], 'a.pem exists. A key is never overwritten: name another file.'],
    [['make'], 'Name the file of the new key.'],
    [['sign', 'root.json'], 'Name your key: npm run keys -- sign root.json --key FILE'],
    [['sign', 'gone.json', '--key', 'a.pem'], 'gone.json cannot be read (ENOENT).'],
    [['sign', 'a.pem.pub', '--key', 'a.pem'], 'a.pem.pub is no root, no roles of apps and no builds of a team.'],
    [['root', 'next.json', '--root', 'gone.pub'], 'gone.pub is no key, and there is no such file.'],
    [['root', 'next.json', '--root', '3:a.pem.pub,b.pem.pub'], 'asks for 3 signatures of 2 keys.'],
    [['root', 'next.json', '--root', 'a.pem.pub,a.pem.pub'], 'names a key twice.'],
    [['root', 'next.json', '--replace', 'a.pem.pub'], "--replace is 'a.pem.pub'; it must be OLD,NEW."],
    [['root', 'next.json', '--replace', 'catalog.pem.pub,b.pem.pub'], 'catalog.pem.pub has no role here'],
    [['apps', 'next.json', '--app', 'catalog'], "--app is 'catalog'; it must be NAME=KEYS"],
    [['publish', 'root.json', '--key', 'a.pem'], 'This command takes --target PLACE, --out DIR.'],
    [['vouch', 'catalog', 'next.json', '--key', 'catalog.pem', '--builds', '9.9.9-a'], 'is not in http://'],
  ])('%s is refused with a sentence', async (args, sentence) => {
    await expect(runKeys(args)).rejects.toThrow(sentence);
  });

  test('a file that gives the id of a known key to another one is not shown, signed, continued or published', async () => {
    const thief = signerOf(generateKeyPairSync('ed25519').privateKey);
    const { key } = await readSigner('a.pem');
    for (const name of ['2.root', '2.targets']) {
      const file = path.join(folder, 'forged.json');
      const forged = JSON.parse(host.text(`/registry/tuf/${name}.json`) ?? '');
      const { keys } = name === '2.root' ? forged.signed : forged.signed.delegations;
      keys[key.keyID] = thief.key.toJSON();
      await writeFile(file, JSON.stringify(forged));
      const command = name === '2.root' ? 'root' : 'apps';
      for (const args of [
        ['show', file],
        ['sign', file, '--key', 'b.pem'],
        [command, 'next.json', '--from', file],
        ['publish', file],
      ])
        await expect(runKeys(args)).rejects.toThrow(`${file} is forged: it gives the id ${key.keyID} to another key.`);
    }
  });

  test('the whole id of each key is shown, since another key may begin with the same characters', async () => {
    const { key } = await readSigner('a.pem');
    expect((await runKeys(['show'])).join(' ')).toContain(key.keyID);
    await runKeys(['root', 'next.json']);
    expect((await runKeys(['sign', 'next.json', '--key', 'a.pem'])).join(' ')).toContain(`signed by ${key.keyID}.`);
  });

  test('roles with other paths or with files of their own are not signed or published', async () => {
    const text = host.text('/registry/tuf/2.targets.json') ?? '';
    const widened = JSON.parse(text);
    widened.signed.delegations.roles[0].paths = ['parts/*/*/release.json'];
    const filled = JSON.parse(text);
    filled.signed.targets = { 'parts/catalog/6.6.6-a/release.json': { length: 2, hashes: { sha256: '00' } } };
    for (const forged of [widened, filled]) {
      await writeFile('forged.json', JSON.stringify(forged));
      for (const args of [
        ['sign', 'forged.json', '--key', 'a.pem'],
        ['publish', 'forged.json'],
        ['show', 'forged.json'],
      ])
        await expect(runKeys(args)).rejects.toThrow('forged.json is forged: it has other paths');
    }
  });

  test.each([
    ['never', "The metadata in next.json end at 'never', which is no time"],
    [
      '9999-01-01T00:00:00Z',
      'The metadata in next.json are valid until 9999-01-01T00:00:00Z, and a year is the longest.',
    ],
    ['2020-01-01T00:00:00Z', 'The metadata in next.json expired on 2020-01-01T00:00:00Z.'],
  ])('a root that ends at %s is not published', async (expires, sentence) => {
    await runKeys(['root', 'next.json']);
    const next = JSON.parse(await readFile('next.json', 'utf8'));
    await writeFile('next.json', JSON.stringify({ ...next, signed: { ...next.signed, expires } }));
    for (const key of ['a.pem', 'b.pem']) await runKeys(['sign', 'next.json', '--key', key]);
    await expect(runKeys(['publish', 'next.json'])).rejects.toThrow(sentence);
  });

  test('a root that was published before is not published twice', async () => {
    await runKeys(['root', 'next.json']);
    for (const key of ['a.pem', 'b.pem']) await runKeys(['sign', 'next.json', '--key', key]);
    await expect(runKeys(['publish', 'next.json'])).resolves.toEqual([expect.stringContaining('3.root.json')]);
    await expect(runKeys(['publish', 'next.json'])).resolves.toEqual([expect.stringContaining('is published already')]);
    await writeFile('2.root.json', host.text('/registry/tuf/2.root.json') ?? '');
    await runKeys(['root', 'other.json', '--from', '2.root.json', '--root', 'a.pem.pub,c.pem.pub']);
    for (const key of ['a.pem', 'b.pem', 'c.pem']) await runKeys(['sign', 'other.json', '--key', key]);
    await expect(runKeys(['publish', 'other.json'])).rejects.toThrow(
      'other.json has version 3, and the next one of the site is 4. Make it from what the site has now: npm run keys -- root other.json',
    );
  });

  test('files that belong together are published together or not at all', async () => {
    await runKeys(['make', 'catalog-2.pem']);
    await runKeys(['apps', 'next.json', '--replace', 'catalog.pem.pub,catalog-2.pem.pub']);
    for (const key of ['a.pem', 'b.pem']) await runKeys(['sign', 'next.json', '--key', key]);
    const addresses = [...host.files.keys()];
    await expect(runKeys(['publish', 'next.json'])).rejects.toThrow(
      'Nothing was published, since clients would refuse what the site then has. catalog needs the signatures of 1 of its keys',
    );
    expect([...host.files.keys()]).toEqual(addresses);
  });
});

let catalogKey: string;
beforeEach(async () => {
  catalogKey = await readFile('catalog.pem', 'utf8');
});

test('an Ed25519 key is asked for', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile('rsa.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await expect(readSigner('rsa.pem')).rejects.toThrow('rsa.pem must be an Ed25519 key, not rsa.');
});
