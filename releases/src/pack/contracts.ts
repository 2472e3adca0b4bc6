/** Packs shared-contracts: compiled code, declarations, styles and the helpers of tests. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { z } from 'zod';
import { readJson, root } from '../build/apps';
import { contractIn } from '../build/declarations';
import { REPORT } from './api-report';

const contracts = path.join(root, 'shared-contracts');
const sources = path.join(contracts, 'src');
/** Declarations for imports of other files than code. */
const assetTypes = path.join(root, 'types/assets.d.ts');

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isCode = (file: string) => /\.tsx?$/.test(file);

/** The specifier that Node and bundlers resolve without guessing: './format' as './format.js' or './format/index.js'. */
function completeSpecifier(file: string, specifier: string): string {
  const base = path.resolve(sources, path.dirname(file), specifier);
  for (const [suffix, compiled] of [
    ['', ''],
    ['/index', '/index.js'],
    ['', '.js'],
  ] as const) {
    const isThere = compiled === '' ? path.extname(base) !== '' && existsSync(base) : hasSource(`${base}${suffix}`);
    if (isThere) return `${specifier}${compiled}`;
  }
  throw new Error(`${file} imports ${specifier}, which is not in shared-contracts.`);
}

const hasSource = (base: string) => ['.ts', '.tsx'].some((extension) => existsSync(`${base}${extension}`));

/** @param file its path under src/ @param text the compiler's output */
function withCompleteSpecifiers(file: string, text: string): string {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  let result = text;
  for (const { fileName, pos } of importedFiles.sort((a, b) => b.pos - a.pos)) {
    if (!fileName.startsWith('.')) continue;
    // `pos` is the position of the quote.
    const start = pos + 1;
    if (text.slice(start, start + fileName.length) !== fileName) {
      throw new Error(`${file}: the import of ${fileName} is not at its place.`);
    }
    result = result.slice(0, start) + completeSpecifier(file, fileName) + result.slice(start + fileName.length);
  }
  return result;
}

/** Writes JavaScript and declarations of every file except tests. @throws with the compiler's first complaint */
async function compile(files: readonly string[], out: string): Promise<void> {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram([...files.map((file) => path.join(sources, file)), assetTypes], {
    ...options,
    noUnusedLocals: false,
    noUnusedParameters: false,
    types: ['node', 'jest', '@testing-library/jest-dom'],
    noEmit: false,
    declaration: true,
    outDir: out,
    rootDir: sources,
  });
  const written = new Map<string, string>();
  const { diagnostics } = program.emit(undefined, (file, text) => written.set(path.relative(out, file), text));
  const [first] = diagnostics;
  if (first) throw new Error(`shared-contracts: ${ts.flattenDiagnosticMessageText(first.messageText, '\n')}`);
  for (const [file, text] of written) {
    await mkdir(path.dirname(path.join(out, file)), { recursive: true });
    await writeFile(path.join(out, file), withCompleteSpecifiers(file, text));
  }
}

const manifestSchema = z.looseObject({
  version: z.string(),
  exports: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
});

/** Packages that only the tests of a remote need. */
const FOR_TESTS = ['@testing-library/jest-dom', '@testing-library/react'];

/** Maps './src/query.ts' to the file in the package. */
function exported(file: string): string | { types: string; default: string } {
  if (!isCode(file)) return file;
  const base = file.replace(/\.tsx?$/, '');
  return { types: `${base}.d.ts`, default: `${base}.js` };
}

/**
 * Writes the package into a folder. Its files keep their place in the sources, since their paths decide the names of classes and the rules
 * of the recipe.
 * @returns its version
 */
export async function writeContracts(out: string): Promise<string> {
  const { private: _private, ...manifest } = manifestSchema.parse(await readJson(contracts, 'package.json'));
  const { devDependencies = {} } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(await readJson(root, 'package.json'));
  const files = (await readdir(sources, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(sources, path.join(entry.parentPath, entry.name)))
    .filter((file) => !isTest(file));
  await compile(files.filter(isCode), path.join(out, 'src'));
  for (const file of files.filter((each) => !isCode(each))) {
    await cp(path.join(sources, file), path.join(out, 'src', file));
  }
  // A remote's build records the declarations that it takes.
  await writeFile(path.join(out, 'contract.json'), JSON.stringify(await contractIn()));
  await cp(path.join(contracts, 'CHANGELOG.md'), path.join(out, 'CHANGELOG.md'));
  await cp(path.join(contracts, REPORT), path.join(out, REPORT));
  await cp(path.join(root, 'LICENSE'), path.join(out, 'LICENSE'));
  const described = {
    ...manifest,
    license: 'MIT',
    description: 'What the shell of Foodhall promises a remote: events, resources, routes, rules and primitives.',
    exports: Object.fromEntries(Object.entries(manifest.exports).map(([subpath, file]) => [subpath, exported(file)])),
    peerDependencies: Object.fromEntries(FOR_TESTS.map((name) => [name, devDependencies[name]])),
    peerDependenciesMeta: Object.fromEntries(FOR_TESTS.map((name) => [name, { optional: true }])),
  };
  await writeFile(path.join(out, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  return manifest.version;
}
