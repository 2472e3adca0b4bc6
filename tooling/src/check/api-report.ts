/**
 * What a package exports, as a text that is kept beside its package.json: a change of what other teams build against is a
 * change of this text, which a review sees.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../build/apps';
import { declarationGraph, type Found } from '../build/declaration-hashes';
import { codeOf, declarationsOf, entriesOf, TOKENS_FILE } from '../build/declarations';
import { customPropertiesIn } from '../build/styles';

const contracts = path.join(root, 'shared-contracts');
/** Where it is kept. */
export const REPORT = path.join(contracts, 'api-report.md');
const COMMAND = 'npm run api-report';

interface Exports {
  /** The file of each entry point: 'shared-contracts/events' → 'events/index.d.ts'. */
  entries: Readonly<Record<string, string>>;
  /** Declarations by path. */
  files: Readonly<Record<string, string>>;
}

const fenced = (code: readonly string[]) => ['```ts', ...code, '```', ''];
const keyOf = ({ file, local }: { file: string; local: string }) => `${file} ${local}`;
const renamed = (name: string, as: string) => (name === as ? name : `${name} as ${as}`);

/**
 * The declaration of each exported name by entry point, then those that they refer to and no entry point exports, by file.
 * @throws when a declaration refers to a file that is not there
 */
export function declarationReport({ entries, files }: Exports): string {
  const { namesOf, find, declarationOf, reachedFrom } = declarationGraph(entries, files);
  /** Where a declaration was written first. */
  const written = new Map<string, { module: string; name: string }>();
  const exported: Found[] = [];

  function linesOf(module: string, name: string, found: Found): string[] {
    exported.push(found);
    if ('external' in found) {
      const { specifier, name: theirs } = found.external;
      return [
        theirs === '*'
          ? `export * as ${name} from '${specifier}';`
          : `export { ${renamed(theirs, name)} } from '${specifier}';`,
      ];
    }
    const before = written.get(keyOf(found));
    if (before) return [`export { ${renamed(before.name, name)} } from '${before.module}';`];
    written.set(keyOf(found), { module, name });
    const { texts = [] } = declarationOf(found) ?? {};
    return found.local === name ? [...texts] : [...texts, `export { ${renamed(found.local, name)} };`];
  }

  const sections = Object.entries(entries)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([module, file]) => [
      `## ${module}`,
      '',
      ...fenced(namesOf(file).flatMap((name) => find(file, name).flatMap((found) => linesOf(module, name, found)))),
    ]);

  const inner = new Map<string, string[]>();
  for (const found of reachedFrom(exported)) {
    const declaration = declarationOf(found);
    if (!declaration || written.has(keyOf(declaration))) continue;
    inner.set(declaration.file, [...(inner.get(declaration.file) ?? []), ...declaration.texts]);
  }
  const referred = [...inner]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([file, texts]) => [`### ${file}`, '', ...fenced(texts.sort())]);
  return [...sections, ...(referred.length > 0 ? ['## What these refer to', '', ...referred] : [])].join('\n');
}

/** The report of shared-contracts as they are. @throws with the compiler's words when it writes no declarations */
export async function apiReport(): Promise<string> {
  const manifest = await readFile(path.join(contracts, 'package.json'), 'utf8');
  const { version, exports } = JSON.parse(manifest) as { version: string; exports: Record<string, string> };
  const code = codeOf(manifest);
  const entries = entriesOf(code);
  const files = await declarationsOf(
    contracts,
    [...code.values()].map((file) => path.join(contracts, file)),
  );
  const others = Object.keys(exports).filter((subpath) => !(path.posix.join('shared-contracts', subpath) in entries));
  const { declared } = customPropertiesIn(await readFile(path.join(contracts, TOKENS_FILE), 'utf8'));
  return [
    `# API of shared-contracts ${version}`,
    '',
    `\`${COMMAND}\` writes this file, and \`npm run check\` says when it is not up to date. [CHANGELOG.md](CHANGELOG.md) says what a change means.`,
    '',
    declarationReport({ entries, files }),
    '## Other files',
    '',
    ...others.sort().map((subpath) => `- ${path.posix.join('shared-contracts', subpath)}`),
    '',
    '## Design tokens',
    '',
    ...[...declared].sort().map((name) => `- ${name}`),
    '',
  ].join('\n');
}

/** The first line that differs, for a person who looks for it. */
function difference(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const line = now.findIndex((text, index) => text !== old[index]);
  const at = line < 0 ? now.length : line;
  return `Line ${at + 1} is '${old[at] ?? ''}' there and '${now[at] ?? ''}' now.`;
}

/** Why the kept report is not that of the contracts as they are; undefined when it is. */
export function reportProblem(kept: string | undefined, report: string): string | undefined {
  if (kept === report) return undefined;
  const what = kept === undefined ? 'is missing' : `is not up to date. ${difference(kept, report)}`;
  return `shared-contracts/api-report.md ${what}\nRun ${COMMAND}, and say what changed in CHANGELOG.md.`;
}

/** The problems of the report, a sentence each. */
export async function checkReport(): Promise<string[]> {
  const kept = await readFile(REPORT, 'utf8').catch(() => undefined);
  return [reportProblem(kept, await apiReport())].filter((problem) => problem !== undefined);
}

/** Writes the report of the contracts as they are. */
export async function writeReport(): Promise<void> {
  await writeFile(REPORT, await apiReport());
}
