import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './parts.mjs';
import { targetOf } from './targets.mjs';

/**
 * What the commands of a release take:
 * `--out DIR` another dist folder than the project's own; `--target PLACE` where the site lies, a folder or the address
 * of a static host, if it is not that folder; `--source DIR` where the part's sources are, if elsewhere;
 * `--to CHANNEL`, `--percent N` for whom; `--share` ends a share; `--prune` deletes what nobody can need any more.
 * @throws for a channel or percentage that is none
 */
export function readArguments(args = process.argv.slice(2)) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      target: { type: 'string' },
      source: { type: 'string' },
      to: { type: 'string' },
      percent: { type: 'string' },
      share: { type: 'boolean' },
      prune: { type: 'boolean' },
    },
  });
  const out = path.resolve(values.out ?? path.join(root, 'dist'));
  return {
    out,
    target: targetOf(values.target ?? out),
    source: values.source && path.resolve(values.source),
    to: audienceOf(values),
    prune: values.prune === true,
    positionals,
  };
}

function audienceOf({ to, percent, share }) {
  if ([to, percent, share].filter((each) => each !== undefined).length > 1) {
    throw new Error('A release is for a channel or for a share of the visitors: give --to or --percent, not both.');
  }
  if (to !== undefined) {
    if (!/^[\w-]{1,64}$/.test(to)) throw new Error(`--to is '${to}'; a channel is a word such as beta.`);
    return { channel: to };
  }
  if (share) return { percent: 0 };
  if (percent === undefined) return undefined;
  if (!/^[1-9]\d?$/.test(percent))
    throw new Error(`--percent is '${percent}'; it must be a whole number from 1 to 99.`);
  return { percent: Number(percent) };
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
