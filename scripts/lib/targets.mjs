// Where a site lies: a folder, or a static host that takes conditional PUTs. Everything a release does to it is these
// three things; `catalog/1.0.0-3f9a01c2/main.js` and `registry/pointer.json` are names of files in it.
import { existsSync } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * @typedef {object} Target
 * @property {string} place for messages
 * @property {boolean} isStaticHost nothing there writes the shell's page
 * @property {(name: string) => Promise<{body: Buffer, text: string, tag: string} | null>} read null: there is none
 * @property {(name: string, content: string | Buffer) => Promise<boolean>} writeIfAbsent false: it was there already
 * @property {() => Promise<{part: string, version: string, builtAt: number}[]>} [builds] all that lie there; a folder's
 *   only, as is `remove`
 * @property {(build: {part: string, version: string}) => Promise<void>} [remove] the files of a build
 * @property {(name: string, content: string | Buffer, tag: string | null) => Promise<void>} swap replaces what was read with `tag`
 *   (null: nothing was there) in one atomic write; throws PointerMoved when it is no longer that
 */

/** Somebody else moved the pointer between reading and writing it. */
export class PointerMoved extends Error {
  constructor() {
    super('Another release went live at the same moment. Nothing was changed; try again.');
    this.name = 'PointerMoved';
  }
}

/** What a target did not do, and why. Before the pointer has moved, that means that nothing went live. */
export class TargetFailed extends Error {
  /** @param {string} reason @param {string} [hint] what to do about it */
  constructor(reason, hint = '') {
    super(`${reason}; nothing went live.${hint}`);
    this.name = 'TargetFailed';
    this.reason = `${reason}.${hint}`;
  }
}

const draftOf = (file) => `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Holds the lock file while `work` runs. A lock whose process died is taken over. */
async function locked(file, work) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const holder = Number(await readFile(file, 'utf8').catch(() => ''));
      if (holder && !isRunning(holder)) await rm(file, { force: true });
      if (attempt === 200)
        throw new Error(`${file} is held by process ${holder || 'unknown'}. If none runs, delete it.`);
      await new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 20));
    }
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function foldersIn(directory) {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
}

/** The sentence for a folder that cannot be written: it is no folder, not ours, read-only or full. */
const unwritable = (place, error) =>
  error.syscall ? new TargetFailed(`${place} cannot be written (${error.code})`) : error;

/** A folder on this machine, or one that is mounted. @param {string} directory @returns {Target} */
export function folderTarget(directory) {
  const fileOf = (name) => path.join(directory, name);
  const read = async (name) => {
    const body = await readFile(fileOf(name)).catch((error) => {
      if (error.code === 'ENOENT') return null;
      throw new Error(`${fileOf(name)} cannot be read (${error.code}).`);
    });
    return body && { body, text: body.toString(), tag: body.toString() };
  };
  return {
    place: directory,
    isStaticHost: false,
    read,
    async writeIfAbsent(name, content) {
      const file = fileOf(name);
      if (existsSync(file)) return false;
      const draft = draftOf(file);
      try {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(draft, content);
        // Fails where the file has come to exist meanwhile, which a rename would replace.
        await link(draft, file);
        return true;
      } catch (error) {
        if (error.code === 'EEXIST' && error.syscall === 'link') return false;
        throw unwritable(directory, error);
      } finally {
        await rm(draft, { force: true }).catch(() => {});
      }
    },
    async builds() {
      const records = [];
      for (const part of await foldersIn(directory)) {
        for (const version of await foldersIn(fileOf(part))) {
          const record = await stat(fileOf(`${part}/${version}/build.json`)).catch(() => null);
          if (record) records.push({ part, version, builtAt: record.mtimeMs });
        }
      }
      return records;
    },
    async remove({ part, version }) {
      const aside = fileOf(`${part}/.${version}-pruned`);
      // A folder that has its name is complete, up to its last moment.
      await rename(fileOf(`${part}/${version}`), aside);
      await rm(aside, { recursive: true, force: true });
    },
    async swap(name, content, tag) {
      const file = fileOf(name);
      await mkdir(path.dirname(file), { recursive: true }).catch((error) => {
        throw unwritable(directory, error);
      });
      await locked(file.replace(/\.\w+$/, '.lock'), async () => {
        if (((await read(name))?.tag ?? null) !== tag) throw new PointerMoved();
        const draft = draftOf(file);
        await writeFile(draft, content);
        await rename(draft, file);
      });
    },
  };
}

const TYPES = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
const PUT_TIMEOUT_MS = 60_000;

/**
 * A static host: files are read with GET and written with PUT, where `If-None-Match: *` and `If-Match: <ETag>` are
 * honoured (S3, R2, a WebDAV server). Names lie below `/parts/`, except for the registry's and those of the root.
 * @param {string} base 'https://hall.example/'
 * @param {{token?: string}} [options] `token` is sent as a bearer
 * @returns {Target}
 */
export function httpTarget(base, { token = process.env.RELEASE_TOKEN } = {}) {
  const addressOf = (name) =>
    new URL(name.includes('/') && !name.startsWith('registry/') ? `parts/${name}` : name, base);
  const ask = (name, options = {}) =>
    fetch(addressOf(name), {
      ...options,
      signal: AbortSignal.timeout(PUT_TIMEOUT_MS),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...options.headers },
    }).catch((error) => {
      const reason = error.cause?.code ?? error.cause?.message ?? error.message;
      throw new TargetFailed(`${addressOf(name)} did not answer (${reason})`);
    });
  const refuse = ({ status }, name) => {
    const hint = status === 401 || status === 403 ? ' RELEASE_TOKEN has to be its bearer.' : '';
    throw new TargetFailed(`${addressOf(name)} answered ${status}`, hint);
  };
  const put = (name, body, condition) => {
    const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
    const lasting =
      name === 'registry/pointer.json' || !name.includes('/') ? 'no-cache' : 'public, max-age=31536000, immutable';
    return ask(name, {
      method: 'PUT',
      body,
      headers: { ...condition, 'content-type': type, 'cache-control': lasting },
    });
  };
  return {
    place: base,
    isStaticHost: true,
    async read(name) {
      const response = await ask(name, { cache: 'no-store' });
      if (response.status === 404) return null;
      if (!response.ok) refuse(response, name);
      const tag = response.headers.get('etag');
      if (!tag) throw new Error(`${addressOf(name)} has no ETag: this host cannot compare and swap.`);
      const body = Buffer.from(await response.arrayBuffer());
      return { body, text: body.toString(), tag };
    },
    async writeIfAbsent(name, content) {
      const response = await put(name, content, { 'if-none-match': '*' });
      if (response.status === 412) return false;
      if (!response.ok) refuse(response, name);
      return true;
    },
    async swap(name, content, tag) {
      const response = await put(name, content, tag === null ? { 'if-none-match': '*' } : { 'if-match': tag });
      if (response.status === 412) throw new PointerMoved();
      if (!response.ok) refuse(response, name);
    },
  };
}

/** @param {string} place an http address, or a folder @returns {Target} @throws for an address of another kind */
export function targetOf(place) {
  const [, scheme] = /^(\w{2,}):\/\//.exec(place) ?? [];
  if (scheme && !/^https?$/.test(scheme))
    throw new Error(`--target is '${place}'; it must be a folder or an address with http:// or https://.`);
  return /^https?:\/\//.test(place) ? httpTarget(place.replace(/\/?$/, '/')) : folderTarget(path.resolve(place));
}
