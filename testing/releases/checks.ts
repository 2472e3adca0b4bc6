// Checks a site after releases, however they ended. Each check returns its problems, in sentences.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HostRelease, RemoteRelease } from 'releases/model/schemas';
import { isSigned } from 'releases/model/verify';
import { hasIntegrity } from 'releases/store/integrity';
import { prune } from 'releases/store/prune';
import { readHistory, readLive } from 'releases/store/read-live';
import { publicKeys } from 'releases/store/signing';
import { buildsOf, hostsOf, nameOf } from 'releases/store/snapshot';
import { z } from 'zod';
import type { ReleaseSite } from './site';

type Named = [app: string, release: HostRelease | RemoteRelease];

/**
 * Checks that the pointer and the snapshot are whole, signed and served, and that each file of each release is served that a visitor gets.
 */
export async function checkServed({ target, url, distDir }: ReleaseSite, apps?: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  const { pointer, snapshot } = await readLive(target);
  if (!pointer) return ['Nothing is live.'];
  const { signature = '', ...signed } = pointer;
  if (!(await isSigned(JSON.stringify(signed), signature, publicKeys()))) problems.push('The pointer is not signed.');
  const text = (await target.read(`registry/${pointer.current}.json`))?.text ?? '';
  if (nameOf(text) !== pointer.current)
    problems.push(`The snapshot ${pointer.current} has other bytes than its name says.`);
  const ofSnapshot = (await target.read(`registry/${pointer.current}.sig`))?.text ?? '';
  if (!(await isSigned(text, ofSnapshot, publicKeys())))
    problems.push(`The snapshot ${pointer.current} is not signed.`);
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  const html = await page.text();
  if (page.status !== 200 || !html.includes(`data-name="${pointer.current}"`))
    problems.push(`The page responds ${page.status}, or has another snapshot than ${pointer.current}.`);
  const releases: Named[] = [
    ...hostsOf(snapshot).map((host): Named => ['host', host]),
    ...Object.entries(snapshot.remotes),
    ...snapshot.offers.flatMap(({ part, release }): Named[] =>
      part !== 'host' && 'integrity' in release ? [[part, release]] : [],
    ),
  ];
  for (const [app, release] of releases) {
    if (apps && !apps.includes(app)) continue;
    for (const [file, integrity] of Object.entries(release.integrity)) {
      const response = await fetch(new URL(`${release.path}${file}`, url), { headers: { 'accept-encoding': 'br' } });
      if (!hasIntegrity(Buffer.from(await response.arrayBuffer()), integrity))
        problems.push(`${app} ${release.version}: ${file} is served with ${response.status} and other bytes.`);
    }
  }
  for (const { part, version } of buildsOf(snapshot)) {
    const record = await readFile(path.join(distDir, part, version, 'build.json')).catch(() => null);
    if (!record) problems.push(`${part} ${version} has no build.json.`);
  }
  return problems;
}

const outcomeSchema = z.looseObject({ attempt: z.number(), snapshot: z.string().optional() });

interface LogCheck {
  problems: string[];
  /** Releases that the log marks as accepted, 'catalog@1.0.0-3f9a01c2'. */
  taken: string[];
  /** The number of attempts without an outcome, because the process ended meanwhile. */
  open: number;
}

/**
 * Checks that the log's chain is whole, that each attempt has at most one outcome, and that each release that the log marks as accepted was
 * live.
 */
export async function checkLog(site: ReleaseSite): Promise<LogCheck> {
  const problems: string[] = [];
  const fault = await site.faultOfLog();
  if (fault) problems.push(`The chain of the log: ${fault}`);
  const live = new Map<string, ReadonlySet<string>>();
  for await (const { name, snapshot } of readHistory(site.target))
    live.set(name, new Set(buildsOf(snapshot).map(({ part, version }) => `${part}@${version}`)));
  const entries = await site.log();
  const open = new Map(
    entries.filter(({ action }) => action === 'release.asked').map(({ id, subject }) => [id, subject]),
  );
  const taken: string[] = [];
  for (const { action, subject, after } of entries) {
    if (action === 'release.asked') continue;
    const { attempt, snapshot = '' } = outcomeSchema.parse(after);
    if (!open.delete(attempt)) problems.push(`The attempt ${attempt} of ${subject} has no beginning, or two outcomes.`);
    if (action !== 'release.taken' || subject === null) continue;
    taken.push(subject);
    if (!live.get(snapshot)?.has(subject))
      problems.push(`The log says that ${subject} went live in ${snapshot}, and it did not.`);
  }
  return { problems, taken, open: open.size };
}

/** Checks that after a prune two days on, each file belongs to the registry or to a whole build. */
export async function checkPruned({ target, distDir }: ReleaseSite): Promise<string[]> {
  await prune(target, Date.now() + 2 * 86_400_000);
  const problems: string[] = [];
  const { snapshot } = await readLive(target);
  const needed = new Set(buildsOf(snapshot).map(({ part, version }) => `${part}/${version}`));
  for (const build of needed) if (!(await target.read(`${build}/build.json`))) problems.push(`Prune took ${build}.`);
  const entries = await readdir(distDir, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  for (const entry of files) {
    const name = path.relative(distDir, path.join(entry.parentPath, entry.name));
    if (/^registry\/([0-9a-f]{16}\.(json|sig)|pointer\.json|tuf\/[\w.-]+\.json)$/.test(name)) continue;
    // An upload waits for a release. The service deletes it when it is a day old.
    if (name.startsWith('.uploads/')) continue;
    const [part, version] = name.replace(/^\.maps\//, '').split('/');
    const record = await target.read(`${part}/${version}/build.json`);
    if (!record) problems.push(`Prune left ${name}.`);
  }
  return problems;
}
