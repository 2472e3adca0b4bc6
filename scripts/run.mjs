// node scripts/run.mjs <command> [arguments]: runs a command of tooling/src/commands, compiled.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileCommand } from './lib/compile.mjs';

const [name = '', ...args] = process.argv.slice(2);
const source = path.resolve(import.meta.dirname, '../tooling/src/commands', `${name}.ts`);
if (!/^[\w-]+$/.test(name) || !existsSync(source)) {
  console.error(`There is no command '${name}' in tooling/src/commands.`);
  process.exit(1);
}
// As if it were run itself: a command asks whether it is the program of this process.
process.argv = [process.argv0, source, ...args];
await import(pathToFileURL(await compileCommand(source)).href);
