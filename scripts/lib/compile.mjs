// Compiles commands: Node 20 runs no TypeScript. A loader would follow each import, also those of packages, which takes a second of
// processor at each start; esbuild writes a command in a tenth of that. What is written has the name of its bytes.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');
const tooling = path.join(root, 'tooling/src');
const folder = path.join(root, '.cache/commands');

/** What a command starts as a process of its own, by its name beside the command. */
const PROGRAMS = {
  'build-worker': path.join(tooling, 'build/build-worker.ts'),
  'compare-process': path.join(root, 'registry/src/node/fits/compare-process.ts'),
};

/** Modules that say how such a process is started: as in the kit, which is compiled too. */
const REPLACED = new Map([
  [path.join(tooling, 'build/build-program.ts'), path.join(tooling, 'kit/build-program.ts')],
  [path.join(root, 'registry/src/node/fits/compare-program.ts'), path.join(tooling, 'kit/compare-program.ts')],
]);

/** Imported, Node would read all nine megabytes for the names of its exports first. */
const REQUIRED = /^typescript$/;

const OURS = /^(registry|shared-contracts|tooling)\//;
const DAY_MS = 24 * 3_600_000;

/** 'webpack' of 'webpack/lib/util', '@swc/core' of '@swc/core'. @param {string} request */
const packageOf = (request) => request.split('/', request.startsWith('@') ? 2 : 1).join('/');

/**
 * Whether a workspace has a package of its own, which is not found from where commands are written.
 * @param {string} request
 * @param {string} importer
 */
function isOfWorkspace(request, importer) {
  const [workspace = ''] = path.relative(root, importer).split(path.sep);
  return existsSync(path.join(root, workspace, 'node_modules', packageOf(request)));
}

/** @type {import('esbuild').Plugin} */
const ours = {
  name: 'ours',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: REQUIRED }, ({ path: request }) => ({ path: request, namespace: 'required' }));
    onLoad({ filter: REQUIRED, namespace: 'required' }, ({ path: request }) => ({
      contents: `import { createRequire } from 'node:module';
        export default createRequire(import.meta.url)(${JSON.stringify(request)});`,
    }));
    onResolve({ filter: /^[^./]/ }, ({ path: request, importer, kind, namespace }) => {
      if (namespace === 'required') return { path: request, external: true };
      if (kind === 'entry-point' || OURS.test(request) || isOfWorkspace(request, importer)) return undefined;
      return { path: request, external: true };
    });
    // It finds its own files from where it is.
    onResolve({ filter: /\/webpack\.shared\.js$/ }, ({ path: request, resolveDir }) => ({
      path: pathToFileURL(path.join(resolveDir, request)).href,
      external: true,
    }));
    onLoad({ filter: /\.tsx?$/, namespace: 'file' }, async ({ path: file }) => {
      const replacement = REPLACED.get(file);
      if (replacement) return { contents: `export * from ${JSON.stringify(replacement)};`, loader: 'ts' };
      const text = await readFile(file, 'utf8');
      // Those that take the place of others are asked for what is beside the command.
      if (!text.includes('import.meta') || [...REPLACED.values()].includes(file)) return undefined;
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)));
      return { contents, loader: file.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/**
 * Compiles a command of tooling and what it starts.
 * @param {string} source its file
 * @returns {Promise<string>} the file to import
 */
export async function compileCommand(source) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { command: source, ...PROGRAMS },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    write: false,
    logLevel: 'warning',
    plugins: [ours],
  });
  const hash = createHash('sha256');
  for (const { path: file, contents } of outputFiles) hash.update(file).update(contents);
  const written = path.join(folder, hash.digest('hex').slice(0, 16));
  if (!existsSync(written)) {
    await mkdir(folder, { recursive: true });
    const draft = await mkdtemp(path.join(folder, '.draft-'));
    for (const { path: file, contents } of outputFiles)
      await writeFile(path.join(draft, path.basename(file)), contents);
    // Another process may have written the same meanwhile.
    await rename(draft, written).catch(() => rm(draft, { recursive: true, force: true }));
    await deleteOld(written);
  }
  const now = new Date();
  await utimes(written, now, now);
  return path.join(written, 'command.mjs');
}

/** Deletes what no command has used for a day. @param {string} newest */
async function deleteOld(newest) {
  for (const name of await readdir(folder)) {
    const each = path.join(folder, name);
    const { mtimeMs } = await stat(each).catch(() => ({ mtimeMs: Date.now() }));
    if (each !== newest && mtimeMs < Date.now() - DAY_MS) await rm(each, { recursive: true, force: true });
  }
}
