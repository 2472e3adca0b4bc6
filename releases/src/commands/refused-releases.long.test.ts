// Tests a release's refusals of sources, with the real command and the real build.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { directoryOf, root } from '../build/apps';

const run = promisify(execFile);

let folder: string;
let source: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'refused-'));
  source = path.join(folder, 'catalog');
  await cp(directoryOf('catalog'), source, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function change(file: string, edit: (text: string) => string): Promise<void> {
  const text = await readFile(path.join(source, file), 'utf8');
  if (edit(text) === text) throw new Error(`${file} has nothing to change.`);
  await writeFile(path.join(source, file), edit(text));
}

/** Runs the release. @returns the command's sentences; it must end with an error and release nothing */
async function refusal(): Promise<string> {
  const out = path.join(folder, 'dist');
  const command = ['--import', 'tsx', 'releases/src/commands/release.ts', 'catalog', '--source', source, '--out', out];
  const { stderr } = await run('node', command, { cwd: root }).then(
    () => ({ stderr: 'It was released.' }),
    (error: { stderr: string }) => error,
  );
  expect(existsSync(path.join(out, 'registry'))).toBe(false);
  return stderr;
}

test('a style for the whole page, by its file and line', async () => {
  await change('src/menu/menu.module.css', (text) => `${text}\nhtml {\n  color: red;\n}\n`);
  const lines = (await readFile(path.join(source, 'src/menu/menu.module.css'), 'utf8')).split('\n');
  expect(await refusal()).toContain(
    `src/menu/menu.module.css:${lines.indexOf('html {') + 1}: 'html' applies outside of this remote.`,
  );
}, 60_000);

test('a route without a screen, and a screen whose file exports only its type', async () => {
  await change('src/remote.ts', (text) => text.replace(/^ *menu: .*\n/m, ''));
  await change('src/item/item.screen.tsx', (text) =>
    text.replace('export function Screen', 'export type Screen = string;\nexport function Page'),
  );
  const said = await refusal();
  expect(said).toContain("names the screen 'menu', which src/remote.ts does not import.");
  expect(said).toContain("names the screen 'item', whose file exports neither 'Screen' nor 'mount'.");
  expect(said).not.toContain("'venues'");
}, 60_000);

test('a chunk of 3 MB, by name and with both figures', async () => {
  await change(
    'src/item/item.screen.tsx',
    (text) => `${text}\nReflect.set(globalThis, 'ballast', '${'x'.repeat(3e6)}');\n`,
  );
  expect(await refusal()).toMatch(/catalog: 'file' is 30\d\d\.\d KB and may be \d\d\.\d KB\. Make it smaller/);
}, 60_000);
