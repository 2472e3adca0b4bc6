/** Makes builds of teams: the bytes of this working copy's catalog, under names and versions of their own. */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { BuildRecord } from 'releases/model/schemas';
import { filesIn } from 'releases/store/build-files';
import { integrityOf } from 'releases/store/integrity';
import { RECORD } from 'releases/store/publish';
import { SBOM } from 'releases/store/sbom';
import { type Build, releaseText } from 'releases/store/snapshot';

const compress = promisify(brotliCompress);

/** A build of this working copy. */
export interface Original {
  folder: string;
  record: BuildRecord;
}

interface TeamBuildOptions extends Build {
  /** If true, the build only has its entry and one script, so that each step of its release can be tried. */
  isSmall?: boolean;
}

/** A copy has no styles, because their classes are named after the remote that they were built for, and a release with another's is refused. */
const isStyle = (name: string) => /\.css(\.br)?$/.test(name);

/** The files that are written again for a copy, or left out. */
const MADE: ReadonlySet<string> = new Set([RECORD, 'release.json', SBOM]);

/** Lists the names of the release's files, and of the compressed files beside them. */
const withCompressed = (names: readonly string[]) => names.flatMap((name) => [name, `${name}.br`]);

/**
 * Writes a build into `out`. One script of it is unique to this version, and routes begin with the name of the remote.
 * @throws if the original is not a remote with a screen
 */
export async function writeTeamBuild(
  out: string,
  { folder, record }: Original,
  { part, version, isSmall = false }: TeamBuildOptions,
): Promise<Build> {
  if (!('entry' in record)) throw new Error(`${record.part} is no remote.`);
  const [script] = Object.values(record.modules).flatMap((files) => files.filter((file) => file.endsWith('.js')));
  if (!script) throw new Error(`${record.part} has no screen with a script.`);
  const output = path.join(out, part, version);
  const text = `${await readFile(path.join(folder, script), 'utf8')}\n/* ${part} ${version} */\n`;
  const own = new Map<string, Buffer>([
    [script, Buffer.from(text)],
    [`${script}.br`, await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ]);
  const small = new Set([...withCompressed([record.entry, script]), 'surface.json']);
  const isWanted = (name: string) => !isStyle(name) && (!isSmall || small.has(name));
  const copied = (await filesIn(folder)).filter((name) => !own.has(name) && !MADE.has(name) && isWanted(name));
  const integrity = { ...record.integrity, [script]: integrityOf(text) };
  // A first screen has styles, and the list of packages names the original.
  const { first, sbom, translatedFacts, ...whole } = record;
  const made: BuildRecord = {
    ...whole,
    ...(translatedFacts && !isSmall && { translatedFacts }),
    part,
    version,
    routes: record.routes.map((route) => ({ ...route, path: `/${part}${route.path === '/' ? '' : route.path}` })),
    integrity: Object.fromEntries(Object.entries(integrity).filter(([name]) => isWanted(name))),
    modules: Object.fromEntries(
      Object.entries(record.modules).map(([id, files]) => [id, isSmall ? [script] : files.filter(isWanted)]),
    ),
  };
  own.set('release.json', Buffer.from(releaseText(made)));
  own.set(RECORD, Buffer.from(`${JSON.stringify(made, null, 2)}\n`));
  for (const name of [...copied, ...own.keys()])
    await mkdir(path.dirname(path.join(output, name)), { recursive: true });
  await Promise.all(copied.map((name) => copyFile(path.join(folder, name), path.join(output, name))));
  for (const [name, content] of own) await writeFile(path.join(output, name), content);
  return { part, version };
}
