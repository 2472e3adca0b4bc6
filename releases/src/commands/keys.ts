// npm run keys -- COMMAND: makes and separates the keys that sign releases (docs/release-keys.md).
import path from 'node:path';
import { processEnv } from 'settings/environment';
import { readText } from 'settings/read';
import { root as project } from '../build/apps';
import { targetOf } from '../store/targets/place';
import type { Target } from '../store/targets/target';
import { type KeyOption, type KeyValues, readKeyOptions, usageOf } from './keys-options';
import { apps, make, root, show, sign } from './keys-roles';
import { init, publish, renew, vouch } from './keys-site';
import { runCommand } from './run-command';

interface KeyCommand {
  usage: string;
  summary: string;
  options: readonly KeyOption[];
  /** @returns the lines to print */
  run: (given: KeyValues, target: Target) => Promise<string[]>;
}

const PLACE = ['target', 'out'] as const;

const COMMANDS: Readonly<Record<string, KeyCommand>> = {
  init: { usage: '', summary: 'begins the metadata of a site that has none', options: PLACE, run: init },
  show: {
    usage: '[FILE]',
    summary: 'lists the roles of the site and their keys, or those of a file',
    options: PLACE,
    run: show,
  },
  make: { usage: 'FILE', summary: 'makes a key', options: ['passphrase'], run: make },
  root: {
    usage: 'FILE',
    summary: 'writes the next root, to be signed by the keys of the root',
    options: ['root', 'targets', 'online', 'replace', 'from', ...PLACE],
    run: root,
  },
  apps: {
    usage: 'FILE',
    summary: 'writes who may release which app, to be signed by the targets keys',
    options: ['app', 'live', 'replace', 'from', ...PLACE],
    run: apps,
  },
  vouch: {
    usage: 'APP FILE',
    summary: 'signs the builds of an app with the key of its team',
    options: ['key', 'builds', ...PLACE],
    run: vouch,
  },
  sign: { usage: 'FILE', summary: 'adds your signature to a file', options: ['key'], run: sign },
  publish: {
    usage: 'FILE…',
    summary: 'verifies signed files and publishes them together',
    options: PLACE,
    run: publish,
  },
  renew: { usage: '', summary: 'signs what is old again, for cron on a static host', options: PLACE, run: renew },
};

const describe = (name: string, { usage, summary, options }: KeyCommand) =>
  `npm run keys -- ${[name, usage].filter(Boolean).join(' ')}\n    ${summary}; ${options.map(usageOf).join(', ')}`;

const overview = () => Object.entries(COMMANDS).map(([name, command]) => describe(name, command));

const isHelp = (word: string | undefined) => word === '--help' || word === '-h';

/**
 * Runs a command.
 * @param args such as ['sign', 'root.json', '--key', 'a.pem']
 * @returns the lines to print
 * @throws with a sentence for a mistake
 */
export async function runKeys([name, ...args]: readonly string[]): Promise<string[]> {
  if (isHelp(name)) return overview();
  const command = COMMANDS[name ?? ''];
  if (!command)
    throw new Error(
      [name === undefined ? 'Say what to do:' : `There is no command '${name}'. These are:`, ...overview()].join('\n'),
    );
  if (name && args.some(isHelp)) return [describe(name, command)];
  const given = readKeyOptions(command.options, args);
  const { target, out } = given.values;
  const usual = out === undefined ? readText(processEnv, 'FOODHALL_TARGET') : undefined;
  return await command.run(given, targetOf(target ?? usual ?? path.resolve(out ?? path.join(project, 'dist'))));
}

await runCommand(import.meta.url, async () => {
  for (const line of await runKeys(process.argv.slice(2))) console.log(line);
});
