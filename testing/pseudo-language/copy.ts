/**
 * Makes a copy of this working copy that speaks the pseudo-language, from left to right and from right to left. Only the copy has the two
 * languages, so no build of this repository knows them.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { apps, directoryOf, root } from 'releases/build/apps';
import { keysOf } from 'releases/words/app-words';
import { LANGUAGES } from './languages';
import { pseudoMessage } from './message';

/** The folders besides the apps that have texts. */
const OTHERS = ['shared-contracts', 'core', 'api'];

/** The files of this working copy, as git knows them, also those that are new. */
async function filesHere(): Promise<string[]> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return stdout.split('\0').filter((file) => file !== '' && existsSync(path.join(root, file)));
}

/** Gives the copy the packages of this working copy. The links to workspaces are relative, so they lead to those of the copy. */
async function linkPackages(copy: string): Promise<void> {
  await mkdir(path.join(copy, 'node_modules'));
  for (const name of await readdir(path.join(root, 'node_modules'))) {
    const [here, there] = [path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name)];
    if ((await lstat(here)).isSymbolicLink()) await cp(here, there, { verbatimSymlinks: true });
    else if (name !== '.cache') await symlink(here, there);
  }
  for (const workspace of await readdir(root)) {
    const own = path.join(root, workspace, 'node_modules');
    if (existsSync(own)) await symlink(own, path.join(copy, workspace, 'node_modules'));
  }
}

/** @throws when the file has nothing to change, since the copy would lack a language without a word */
async function change(file: string, edit: (text: string) => string): Promise<void> {
  const before = await readFile(file, 'utf8');
  const after = edit(before);
  if (after === before) throw new Error(`${file} has no place for the pseudo-language.`);
  await writeFile(file, after);
}

/** Repeats each line that lists French for the two languages. */
const listLanguages = (text: string): string =>
  text.replace(/^.*locales\/fr\b.*\n/gm, (line) =>
    [line, ...LANGUAGES.map(({ code }) => line.replace(/\bfr\b/g, code))].join(''),
  );

async function writeCatalogs(directory: string): Promise<void> {
  const { keys } = await keysOf(directory);
  const catalog = Object.fromEntries(keys.map((key) => [key, pseudoMessage(key)]));
  for (const { code } of LANGUAGES) {
    await writeFile(path.join(directory, 'src/locales', `${code}.json`), JSON.stringify(catalog));
  }
}

/** @param copy the folder, whose caches of the build stay for the next time */
export async function copyWithPseudoLanguage(copy: string): Promise<void> {
  const kept = ['.cache', 'dist'];
  await mkdir(copy, { recursive: true });
  for (const name of await readdir(copy)) {
    if (!kept.includes(name)) await rm(path.join(copy, name), { recursive: true, force: true });
  }
  for (const file of await filesHere()) await cp(path.join(root, file), path.join(copy, file));
  await linkPackages(copy);
  const inCopy = (directory: string) => path.join(copy, path.relative(root, directory));
  for (const app of apps) {
    await writeCatalogs(inCopy(directoryOf(app)));
    await change(
      path.join(inCopy(directoryOf(app)), app === 'host' ? 'src/load-words.ts' : 'src/remote.ts'),
      listLanguages,
    );
  }
  for (const folder of OTHERS) await writeCatalogs(path.join(copy, folder));
  const locales = path.join(copy, 'host/src/locales');
  for (const { code } of LANGUAGES) {
    await writeFile(
      path.join(locales, `${code}.ts`),
      (await readFile(path.join(locales, 'fr.ts'), 'utf8')).replaceAll('fr.json', `${code}.json`),
    );
  }
  const turned = LANGUAGES.filter(({ direction }) => direction === 'rtl').map(({ code }) => `${code}|`);
  const direction = path.join(copy, 'shared-contracts/src/language/direction.ts');
  await change(direction, (text) => text.replace('(ar|', `(${turned.join('')}ar|`));
}
