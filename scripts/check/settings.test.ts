// Checks that the table of settings has exactly the settings that the product reads and that its documents describe.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { root } from 'releases/build/apps';
import { processEnv } from 'settings/environment';
import { environmentExample, settingsPage } from 'settings/print';
import { described, settings } from 'settings/table';
import { z } from 'zod';

const PRINTED = { 'docs/reference/settings.md': settingsPage, '.env.example': environmentExample };

test.each(Object.entries(PRINTED))('%s equals the output of `npm run settings`', (file, print) => {
  expect(readFileSync(path.join(root, file), 'utf8')).toBe(print());
});

test('.env.example sets nothing, and contains no secret', () => {
  const lines = environmentExample().split('\n');
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  const secrets = Object.entries(settings)
    .filter(([, rule]) => described.get(rule)?.secret)
    .map(([name]) => name);
  expect(secrets).toEqual(expect.arrayContaining(['DATABASE_URL', 'SMTP_URL', 'REGISTRY_KEY', 'RELEASE_TOKEN']));
  expect(secrets.filter((name) => !lines.includes(`#${name}=`))).toEqual([]);
});

test('the product names every setting of the table', () => {
  const isProduct = (file: string) =>
    /\.([cm]?js|ts)$/.test(file) && !/\.test\.|^settings\/|^(api|core)\/src\/testing\//.test(file);
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(isProduct);
  const words = new Set(
    files.flatMap((file) => readFileSync(path.join(root, file), 'utf8').match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []),
  );
  expect(Object.keys(settings).filter((name) => !words.has(name))).toEqual([]);
});

test('reading a variable that the table does not list is a type error', () => {
  // @ts-expect-error: neither the table nor the list of foreign variables has this name.
  expect(processEnv.PLANTED).toBeUndefined();
});

const planted = {
  'process.env.X': 'console.info(process.env.PATH);',
  "process.env['X']": "console.info(process.env['PATH']);",
  "process['env']": "console.info(process['env'].PATH);",
  'globalThis.process': 'console.info(globalThis.process.env.PATH);',
  destructuring: 'const { PATH } = process.env;\nconsole.info(PATH);',
  'another name': 'const all = process.env;\nconsole.info(all.PATH);',
  'a default argument': 'export const read = (given = process.env) => given.PATH;',
  'env of node:process': "import { env } from 'node:process';\n\nconsole.info(env.PATH);",
};

test('the lint rules refuse every form of reading the environment in the source of a product', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lint-'));
  try {
    for (const file of ['biome.json', 'releases/src/kit/package/lint-preset.json', 'scripts/check/own-clock.grit']) {
      await cp(path.join(root, file), path.join(folder, file));
    }
    const names = Object.keys(planted).map((_form, index) => `api/src/planted-${index}.ts`);
    await mkdir(path.join(folder, 'api/src'), { recursive: true });
    for (const [index, text] of Object.values(planted).entries()) {
      await writeFile(path.join(folder, names[index] ?? ''), `${text}\n`);
    }
    const biome = path.join(root, 'node_modules/.bin/biome');
    const { stdout } = spawnSync(biome, ['lint', '--vcs-enabled=false', '--reporter=json', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const { diagnostics } = z
      .object({ diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })) })
      .parse(JSON.parse(stdout));
    const refused = diagnostics
      .filter(({ category }) => /noProcessEnv|noRestrictedImports/.test(category))
      .map(({ location }) => location.path);
    expect([...new Set(refused)].sort()).toEqual(names);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
