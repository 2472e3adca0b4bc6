/**
 * Reports a package's exports as a text beside its package.json. Other teams build against them, and a review sees each change of them as a
 * change of this text.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readJson, root } from '../build/apps';
import { declarationGraph, type Found } from '../build/declaration-hashes';
import { codeOf, declarationsOf, entriesOf, TOKENS_FILE } from '../build/declarations';
import { customPropertiesIn } from '../build/styles';

/** The name of the report's file. */
export const REPORT = 'api-report.md';
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
 * Prints the declaration of each exported name by entry point, then the declarations that they refer to and no entry point exports, by
 * file.
 * @throws when a declaration refers to a missing file
 */
export function declarationReport({ entries, files }: Exports): string {
  const { namesOf, find, declarationOf, reachedFrom } = declarationGraph(entries, files);
  /** The first place of each printed declaration. */
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

const listed = (names: Iterable<string>) => [...names].sort().map((name) => `- ${name}`);
/** One part of a report, or nothing if it has no lines. */
const section = (heading: string, lines: readonly string[]) =>
  lines.length > 0 ? [`## ${heading}`, '', ...lines, ''] : [];

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  bin: z.record(z.string(), z.string()).default({}),
  exports: z.record(z.string(), z.union([z.string(), z.object({ types: z.string() })])).default({}),
});
type Manifest = z.output<typeof manifestSchema>;

const heading = ({ name, version }: Manifest) => [
  `# API of ${name} ${version}`,
  '',
  `\`${COMMAND}\` writes this file, and \`npm run check\` says when it is not up to date. [CHANGELOG.md](CHANGELOG.md) says what a change means.`,
  '',
];

async function contractsReport(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8');
  const manifest = manifestSchema.parse(JSON.parse(text));
  const code = codeOf(text);
  const entries = entriesOf(code);
  const files = await declarationsOf(
    path.join(folder, 'src'),
    [...code.values()].map((file) => path.join(folder, file)),
  );
  const modules = Object.keys(manifest.exports).map((subpath) => path.posix.join(manifest.name, subpath));
  const { declared } = customPropertiesIn(await readFile(path.join(folder, TOKENS_FILE), 'utf8'));
  return [
    ...heading(manifest),
    declarationReport({ entries, files }),
    ...section('Other files', listed(modules.filter((module) => !(module in entries)))),
    ...section('Design tokens', listed(declared)),
  ].join('\n');
}

/** Reports the programs of a package: their commands, and the required fields of a configuration. */
async function programsReport(folder: string): Promise<string> {
  const manifest = manifestSchema.parse(await readJson(folder, 'package.json'));
  const code = new Map<string, string>();
  const others: string[] = [];
  for (const [subpath, file] of Object.entries(manifest.exports)) {
    const module = path.posix.join(manifest.name, subpath);
    const own = [folder, root].map((from) => path.join(from, String(file))).find((each) => existsSync(each));
    if (own && /\.c?js$/.test(own)) code.set(module, own);
    else others.push(module);
  }
  const files = code.size > 0 ? await declarationsOf(root, [...code.values()]) : {};
  const declarationsFor = (file: string) =>
    (files[path.relative(root, file).replace(/\.(c?)js$/, '.d.$1ts')] ?? '').trimEnd();
  return [
    ...heading(manifest),
    ...section('Commands', listed(Object.keys(manifest.bin))),
    ...[...code].flatMap(([module, file]) => section(module, ['```ts', declarationsFor(file), '```'])),
    ...section('Other files', listed(others)),
  ].join('\n');
}

/** The packages that other teams install, by the folder of package.json, changelog and report. */
const PACKAGES: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  'shared-contracts': contractsReport,
  'releases/src/kit/package': programsReport,
  'releases/src/scaffold/package': programsReport,
};

/** The present report of each package, by the path of its file from the root of the repository. */
async function reports(): Promise<Record<string, string>> {
  const made: Record<string, string> = {};
  for (const [folder, report] of Object.entries(PACKAGES)) {
    made[`${folder}/${REPORT}`] = await report(path.join(root, folder));
  }
  return made;
}

/** The first line that differs, for the reader of the problem. */
function difference(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const line = now.findIndex((text, index) => text !== old[index]);
  const at = line < 0 ? now.length : line;
  return `Line ${at + 1} is '${old[at] ?? ''}' there and '${now[at] ?? ''}' now.`;
}

/** Explains why a stored report differs from the package's present one, or returns undefined. */
export function reportProblem(file: string, kept: string | undefined, report: string): string | undefined {
  if (kept === report) return undefined;
  const what = kept === undefined ? 'is missing.' : `is not up to date. ${difference(kept, report)}`;
  return `${file} ${what}\nRun ${COMMAND}, and say what changed in CHANGELOG.md.`;
}

/** The problems of the reports, a sentence each. */
export async function checkReports(): Promise<string[]> {
  const problems = Object.entries(await reports()).map(async ([file, report]) => {
    const kept = await readFile(path.join(root, file), 'utf8').catch(() => undefined);
    return reportProblem(file, kept, report);
  });
  return (await Promise.all(problems)).filter((problem) => problem !== undefined);
}

/**
 * Writes the present reports of the packages.
 * @returns their files, from the root of the repository
 */
export async function writeReports(): Promise<string[]> {
  const made = await reports();
  for (const [file, report] of Object.entries(made)) await writeFile(path.join(root, file), report);
  return Object.keys(made);
}
