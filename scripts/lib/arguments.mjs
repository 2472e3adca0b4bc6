import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './parts.mjs';

/** `--out DIR` (or `--root DIR`): another dist folder than the project's own. */
export function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, root: { type: 'string' } },
  });
  return { out: path.resolve(values.out ?? values.root ?? path.join(root, 'dist')), positionals };
}

/** Runs a command's work; a failure is its sentence on stderr and exit code 1. */
export async function runCommand(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
