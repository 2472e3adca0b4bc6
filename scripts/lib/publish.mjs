// Brings the files of a build to where the site lies.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readLive } from './registry-store.mjs';
import { PointerMoved } from './targets.mjs';

const otherBytes = ({ place }, part, version) =>
  new Error(
    `${part} ${version} lies in ${place} already, with other bytes. A version never changes: raise it, or release what lies there.`,
  );

/**
 * Writes what is not there yet; a folder of a version never changes. build.json, which has the hash of every file, comes
 * last: where it is, all is.
 * @param {import('./targets.mjs').Target} target
 * @param {string} out the folder with the build, which may be the target's own
 * @param {{part: string, version: string}} build
 * @throws when this version lies there with other bytes than this build has
 */
export async function publishBuild(target, out, { part, version }) {
  if (target.place === out) return;
  const folder = path.join(out, part, version);
  const published = await target.read(`${part}/${version}/build.json`);
  if (published) {
    if (published.text === (await readFile(path.join(folder, 'build.json'), 'utf8'))) return;
    throw otherBytes(target, part, version);
  }
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name !== 'build.json')
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)));
  for (const file of [...files, 'build.json']) {
    const name = [part, version, ...file.split(path.sep)].join('/');
    const content = await readFile(path.join(folder, file));
    if (await target.writeIfAbsent(name, content)) continue;
    // Left by a release that was ended before its build.json.
    if (!(await target.read(name))?.body.equals(content)) throw otherBytes(target, part, version);
  }
}

/**
 * A static host has no server that writes the shell's page, so releases do: each of them, since the one before may have
 * ended between pointer and page. It is the page of what is live when it is there, whoever else releases a shell meanwhile.
 * The page holds no snapshot and asks for the pointer; one that is a moment older takes the kept releases that fit it.
 * @param {import('./targets.mjs').Target} target
 * @throws when it cannot be written: the release is live by then
 */
export async function publishPage(target) {
  if (!target.isStaticHost) return;
  const liveHost = async () => (await readLive(target)).snapshot.host;
  try {
    for (let host = await liveHost(), written; host && host.version !== written; host = await liveHost()) {
      await writePage(target, host);
      written = host.version;
    }
  } catch (error) {
    throw new Error(
      `The registry has moved, and the shell's page was not written: ${error.reason ?? error.message} The next release of any part writes it, also one of what is live.`,
      { cause: error },
    );
  }
}

/**
 * The page comes after what it names, and meta.json, which announces its version, after the page: a tab that finds a newer
 * version empties its caches and loads anew, once, and would get the page before.
 */
async function writePage(target, { version, html, embed }) {
  const record = await target.read(`host/${version}/build.json`);
  const { fixed = [] } = record ? JSON.parse(record.text) : {};
  const files = {
    ...Object.fromEntries([...fixed, 'sw.js'].map((name) => [name, name])),
    // It finds the files of its version by itself, wherever it is served.
    'embed.js': embed,
    'index.html': html,
  };
  for (const [name, file] of Object.entries(files)) {
    const found = file && (await target.read(`host/${version}/${file}`));
    if (found) await replace(target, name, found.body);
  }
  await replace(target, 'meta.json', Buffer.from(JSON.stringify({ version: version.replace(/-[0-9a-f]+$/, '') })));
}

async function replace(target, name, body) {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const known = await target.read(name);
    if (known?.body.equals(body)) return;
    try {
      return await target.swap(name, body, known?.tag ?? null);
    } catch (error) {
      if (!(error instanceof PointerMoved)) throw error;
    }
  }
  throw new Error(`${name} was written by somebody else at the same moment, five times in a row.`);
}
