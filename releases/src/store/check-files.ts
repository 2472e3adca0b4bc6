/** Checks the files of a build. Sizes, hashes and styles are computed again, because the record may have been edited by hand. */
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type BuildRecord, templatesOf } from '../model/schemas';
import type { BuildFiles } from './build-files';
import { hasIntegrity } from './integrity';
import { problemsOfStyle } from './own-styles';
import { PROVENANCE } from './provenance';
import { RECORD } from './publish';
import { SBOM } from './sbom';
import { releaseText } from './snapshot';
import { problemsOfTemplate } from './templates';
import { SURFACE } from './verdicts';

const RELEASE = 'release.json';
/** The most bytes of a build's surface.json. */
const MOST_SURFACE_BYTES = 1024 * 1024;
/** Files that have checks of their own. The record and the provenance are not among the files that the record names. */
const CHECKED_ELSEWHERE: ReadonlySet<string> = new Set([RECORD, RELEASE, SBOM, PROVENANCE]);
const SCRIPT_OR_STYLE = /\.(js|css)$/;
const PACKED = /\.br$/;

/** Explains why a release must not have these files, one sentence each. */
export async function problemsOfFiles(record: BuildRecord, files: BuildFiles): Promise<string[]> {
  const names = await files.list();
  const templates = new Set('first' in record ? templatesOf(record.first) : []);
  const listed = new Set(names);
  const problems = namedIn(record)
    .filter((name) => !listed.has(name))
    .map((name) => `${name}, which build.json names, is not in the build.`);
  // The files are read one at a time, since a build may have 60 MB.
  for (const name of names) problems.push(...(await problemsOfFile(record, files, name, templates)));
  return [...new Set([...problems, ...(await problemsOfReleaseText(record, files))])];
}

/** Lists the files that a page, the server or a release may ask for. */
function namedIn(record: BuildRecord): string[] {
  const { integrity } = record;
  const named =
    'html' in record
      ? [record.html, record.embed, record.frame, ...(record.fixed ?? []), 'sw.js']
      : [
          record.entry,
          ...Object.values(record.modules).flat(),
          ...templatesOf(record.first),
          ...Object.values(record.translatedFacts ?? {}),
        ];
  return [...new Set([...Object.keys(integrity), ...named])];
}

/** Returns the recorded integrity of a file, or undefined if the record has none. */
function recordedOf(record: BuildRecord, name: string): string | undefined {
  const { integrity } = record;
  if ('html' in record) return integrity[name] ?? (name === 'sw.js' ? record.worker : record.root[name]);
  return integrity[name];
}

async function problemsOfFile(
  record: BuildRecord,
  files: BuildFiles,
  name: string,
  templates: ReadonlySet<string>,
): Promise<string[]> {
  if (CHECKED_ELSEWHERE.has(name)) return [];
  const content = await files.read(name);
  if (!content) return [`${name} is not in the build.`];
  if (name === SURFACE) {
    const isLarge = content.length > MOST_SURFACE_BYTES;
    return isLarge ? [`${name} has ${content.length} bytes, of at most ${MOST_SURFACE_BYTES}.`] : [];
  }
  if (PACKED.test(name)) {
    const whole = await files.read(name.replace(PACKED, ''));
    const isSame = whole && (await unpacked(content, whole.length))?.equals(whole);
    return isSame ? [] : [`${name} is not the file ${name.replace(PACKED, '')}, compressed.`];
  }
  const recorded = recordedOf(record, name);
  if (recorded === undefined) {
    // The shell has files that no page requests by their integrity, such as fonts.
    const isCounted = !('html' in record) || SCRIPT_OR_STYLE.test(name);
    return isCounted ? [`${name} has no integrity in build.json.`] : [];
  }
  if (!hasIntegrity(content, recorded)) return [`${name} is not in the build with the bytes that build.json records.`];
  if ('html' in record) return [];
  return [
    ...(name.endsWith('.css') ? problemsOfStyle(name, content) : []),
    ...(templates.has(name) ? problemsOfTemplate(name, content.toString()) : []),
  ];
}

/** @returns null if the content is not brotli, or has more bytes than `most` */
async function unpacked(content: Buffer, most: number): Promise<Buffer | null> {
  return await promisify(brotliDecompress)(content, { maxOutputLength: most + 1 }).catch(() => null);
}

/** Checks release.json. Pages read a previous release, and a release in a channel, from this file. */
async function problemsOfReleaseText(record: BuildRecord, files: BuildFiles): Promise<string[]> {
  if ('html' in record) return [];
  const text = (await files.read(RELEASE))?.toString();
  return text === releaseText(record) ? [] : ['release.json is not the release that build.json records.'];
}
