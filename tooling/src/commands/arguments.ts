import path from 'node:path';
import { parseArgs } from 'node:util';
import { targetOf } from 'registry/node/targets/place';
import { root } from '../build/apps';

/**
 * `--out DIR` another dist folder than the project's own; `--target PLACE` where the site lies, a folder or the address
 * of a static host, if it is not that folder; `--source DIR` where the part's sources are, if elsewhere;
 * `--all`: every part; `--to CHANNEL`, `--percent N` for whom; `--share` ends a share; `--prune` deletes what nobody can need any more;
 * `--shell ADDRESS` of the deployed shell that takes a remote under development; `--keep` keeps today's contract.
 */
const VALUES = {
  out: 'DIR',
  target: 'PLACE',
  source: 'DIR',
  all: null,
  to: 'CHANNEL',
  percent: 'N',
  share: null,
  prune: null,
  shell: 'ADDRESS',
  keep: null,
};

/**
 * What npm makes of an option for whom something is, where no `--` stands before it: `npm run release catalog --to beta`
 * reaches the script as `catalog` alone, and would go live for everybody. npm 11 takes --to for --token-description.
 */
const LOST = { all: ['all'], to: ['to', 'token_description'], percent: ['percent'], share: ['share'] };

const written = (name) => (VALUES[name] ? `--${name} ${VALUES[name]}` : `--${name}`);

/**
 * @param {string[]} names of the options that the command takes
 * @param {{args?: string[], environment?: NodeJS.ProcessEnv}} [given]
 * @returns {{values: Record<string, string | boolean | undefined>, positionals: string[]}}
 * @throws for an option that the command does not take, and for one that npm kept for itself
 */
export function readOptions(names, { args = process.argv.slice(2), environment = process.env } = {}) {
  const lost = names.find((name) => LOST[name]?.some((key) => environment[`npm_config_${key}`] !== undefined));
  if (lost)
    throw new Error(`npm kept --${lost} for itself. Write two dashes before the options: npm run … -- --${lost}`);
  const options = Object.fromEntries(names.map((name) => [name, { type: VALUES[name] ? 'string' : 'boolean' }]));
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    const taken = names.length > 0 ? names.map(written).join(', ') : 'no options';
    throw new Error(`${error.message.split('. ')[0]}. This command takes ${taken}.`);
  }
}

/**
 * What the commands of a release take, read.
 * @param {string[]} names as in readOptions
 * @throws for a channel or percentage that is none, and as readOptions
 */
export function readArguments(names, given) {
  const { values, positionals } = readOptions(names, given);
  const out = path.resolve(values.out ?? path.join(root, 'dist'));
  return {
    out,
    target: targetOf(values.target ?? out),
    source: values.source && path.resolve(values.source),
    to: audienceOf(values),
    prune: values.prune === true,
    all: values.all === true,
    positionals,
  };
}

function audienceOf({ to, percent, share }) {
  if ([to, percent, share].filter((each) => each !== undefined).length > 1) {
    throw new Error('It is for a channel or for a share of the visitors: give one of them.');
  }
  if (to !== undefined) {
    if (!/^[\w-]{1,64}$/.test(to)) throw new Error(`--to is '${to}'; a channel is a word such as beta.`);
    return { channel: to };
  }
  if (share) return { percent: 0 };
  if (percent === undefined) return undefined;
  if (!/^[1-9]\d?$/.test(percent))
    throw new Error(`--percent is '${percent}'; it must be a whole number from 1 to 99. Without it, everybody.`);
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
