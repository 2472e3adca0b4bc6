import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './parts.mjs';

/** `--out DIR`: another dist folder than the project's own. `--source DIR`: where the part's sources are, if elsewhere. */
export function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: 'string' }, source: { type: 'string' } },
  });
  return {
    out: path.resolve(values.out ?? path.join(root, 'dist')),
    source: values.source && path.resolve(values.source),
    positionals,
  };
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
