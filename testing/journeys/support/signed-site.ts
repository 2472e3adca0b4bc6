/**
 * A static host with the live apps of this worker's site, and with metadata whose keys are separated. The test has all keys, and is the site
 * or an attacker.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RemoteRelease, Snapshot } from 'releases/model/schemas';
import { integrityOf } from 'releases/store/integrity';
import { sign } from 'releases/store/signing';
import { nameOf, textOf } from 'releases/store/snapshot';
import { signedPointer } from 'releases/store/store';
import { headersOf } from 'releases/store/targets/static-files';
import { infoOf, LIVE } from 'releases/store/tuf-roles';
import { MetadataSite } from 'releases/testing/metadata-site';
import { type StaticHost, staticHost } from 'releases/testing/static-host';
import { dist, snapshot } from './worker';

const site = process.env.E2E_URL ?? '';

/** The record of a build, as its team vouches for it. */
export const recordOf = (release: { path: string }) =>
  infoOf(`${release.path}release.json`.slice(1), Buffer.from(JSON.stringify(release)));

export class SignedSite {
  readonly metadata: MetadataSite;
  /** The present snapshot, and that of the first release. */
  live: Snapshot;
  /** The name of the present snapshot. */
  name = '';
  private minutes = 0;

  private constructor(
    readonly host: StaticHost,
    first: Snapshot,
  ) {
    this.metadata = new MetadataSite(['host', ...Object.keys(first.remotes)]);
    this.live = first;
  }

  static async start(): Promise<SignedSite> {
    const policy = (await fetch(`${site}/venues`)).headers.get('content-security-policy') ?? '';
    const host = await staticHost({ api: site, pageHeaders: { 'content-security-policy': policy } });
    const { host: shell, remotes, ...rest } = await snapshot();
    for (const { path: folder } of [shell, ...Object.values(remotes)]) await copyBuild(host, folder);
    const root = path.join(dist, shell.path.replace('/parts/', ''));
    await put(host, '/index.html', path.join(root, 'index.html'));
    const config = await (await fetch(`${site}/config.json`)).text();
    host.files.set('/config.json', { body: Buffer.from(config), headers: headersOf('config.json') });
    const started = new SignedSite(host, { ...rest, host: shell, remotes, offers: [], kept: {}, site: undefined });
    started.release(started.live);
    return started;
  }

  /** The version of the catalog in the present snapshot. */
  get catalog(): string {
    return this.live.remotes.catalog?.version ?? '';
  }

  /** Builds the same catalog under another version. */
  catalogAs(version: string): Snapshot {
    const { catalog } = this.live.remotes;
    if (!catalog) throw new Error('The site has no catalog.');
    const folder = `/parts/catalog/${version}/`;
    const integrity: Record<string, string> = { ...catalog.integrity };
    for (const [address, { body, headers }] of [...this.host.files]) {
      if (!address.startsWith(catalog.path)) continue;
      const name = address.slice(catalog.path.length);
      const isEntry = name === catalog.entry;
      // The entry has the name of its build.
      const next = isEntry ? Buffer.from(body.toString().replaceAll(catalog.version, version)) : body;
      this.host.files.set(folder + name, { body: next, headers });
      if (isEntry) integrity[name] = integrityOf(next);
    }
    return this.withRemotes({ catalog: { ...catalog, version, path: folder, integrity } });
  }

  withRemotes(remotes: Record<string, RemoteRelease>): Snapshot {
    return { ...this.live, remotes: { ...this.live.remotes, ...remotes } };
  }

  /** Releases as the site does: each team vouches for its app, and the service for the snapshot. */
  release(next: Snapshot): void {
    this.sign(next);
    for (const [app, release] of Object.entries({ host: next.host, ...this.live.remotes })) {
      if (release) this.metadata.vouch(app, [recordOf(release)]);
    }
    this.publish();
  }

  /** Makes a snapshot live without the teams, as someone with the keys of the registry and of the service can. */
  sign(next: Snapshot): void {
    this.minutes += 1;
    const at = new Date(Date.now() + this.minutes * 60_000).toISOString();
    const text = this.metadata.files.get('1.root.json') ?? '';
    this.live = { ...next, at, root: { version: 1, integrity: integrityOf(text) } };
    const live = textOf(this.live);
    this.name = nameOf(live);
    const { name } = this;
    this.put(`/registry/${name}.json`, live);
    this.put(`/registry/${name}.sig`, sign(live));
    const pointer = signedPointer({ current: name, previous: null, at, recalled: [] });
    this.put('/registry/pointer.json', JSON.stringify(pointer));
    this.metadata.vouch(LIVE, [infoOf(`registry/${name}.json`, Buffer.from(live))]);
  }

  /** @param options as MetadataSite.publish */
  publish(options?: Parameters<MetadataSite['publish']>[0]): void {
    this.metadata.publish(options);
    for (const [name, text] of this.metadata.files) this.put(`/registry/tuf/${name}`, text);
  }

  put(address: string, text: string): void {
    this.host.files.set(address, { body: Buffer.from(text), headers: headersOf(address.slice(1)) });
  }

  /** Saves the files of the registry. @returns a function with which the owner of the host puts them back */
  saveRegistry(): () => void {
    const saved = [...this.host.files].filter(([address]) => address.startsWith('/registry/'));
    return () => {
      for (const [address, file] of saved) this.host.files.set(address, file);
    };
  }
}

async function copyBuild(host: StaticHost, folder: string): Promise<void> {
  const source = path.join(dist, folder.replace('/parts/', ''));
  for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.br')) continue;
    const file = path.join(entry.parentPath, entry.name);
    await put(host, folder + path.relative(source, file), file);
  }
}

async function put(host: StaticHost, address: string, file: string): Promise<void> {
  host.files.set(address, { body: await readFile(file), headers: headersOf(file) });
}
