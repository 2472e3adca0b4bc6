#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
// foodhall-remote <command>: the commands that a team runs in its remote's repository. Each command is a file beside this one. The release
// commands are the same as in the shell's repository.
import { processEnv } from 'settings/environment';

interface KitCommand {
  summary: string;
  /** The command's file in the kit. */
  file: string;
  usage?: string;
  options?: readonly (readonly [flags: string, meaning: string])[];
  /** True if the command's program takes the name of the remote first, as in a repository of several apps. */
  takesName?: true;
  /** True if the command changes or shows a site, which --target names. */
  needsTarget?: true;
}

const TARGET = [
  '--target PLACE',
  'the site: its address, or the dist folder that it serves. FOODHALL_TARGET is its default.',
] as const;
const CHANNEL = [
  '--to CHANNEL',
  'for the visitors of a channel, who open any page with ?channel=CHANNEL and confirm',
] as const;

const KEY = [
  '--key FILE',
  "your team's own key, where the site has given it the releases of this remote. TEAM_KEY_FILE is its default.",
] as const;

const PERCENT = ['--percent N', 'for a percentage of the visitors, 1 to 99'] as const;

const COMMANDS: Readonly<Record<string, KitCommand>> = {
  dev: {
    summary: 'serves this remote for a deployed shell, in your tab alone, or without a site',
    file: 'dev',
    options: [
      ['--shell ADDRESS', 'of the site, which allows it to the team of RELEASE_TOKEN'],
      [
        '--mock',
        'without a site: its screens and slots with the data of src/testing/mock.ts, and the gallery of primitives',
      ],
      [
        '--origin ADDRESS',
        'where the browser reaches this remote, if not at http://localhost; the token has to name it',
      ],
    ],
  },
  check: {
    summary: 'types, remote.json, and what a release would refuse, at the site of FOODHALL_TARGET too',
    file: 'check',
  },
  test: { summary: 'its tests; what follows goes to Jest', file: 'test' },
  words: {
    summary: 'its texts: what its catalogs lack or do not use, and text that is in no message',
    file: 'words',
    options: [['--write', 'adds the missing messages to the catalogs, to be translated']],
  },
  upgrade: {
    summary: 'what newer contracts change for this remote: what it has to change, and what is new',
    file: 'upgrade',
    usage: '[version or package]',
    options: [['--write', 'raises the range in package.json and remote.json']],
  },
  build: {
    summary: 'builds this remote into a folder of its version in dist',
    file: 'build',
    options: [['--out DIR', 'another folder than dist']],
  },
  release: {
    summary: 'builds this remote and makes it live, for all visitors or for some',
    file: 'release',
    options: [TARGET, CHANNEL, PERCENT, ['--stage', 'it waits until people of the team approve it at the desk'], KEY],
    takesName: true,
    needsTarget: true,
  },
  rollback: {
    summary: 'makes an earlier version live again, or ends a channel or a rollout',
    file: 'rollback',
    usage: '[version]',
    options: [TARGET, ['--to CHANNEL', 'ends its release in a channel'], ['--share', 'ends its rollout']],
    takesName: true,
    needsTarget: true,
  },
  promote: {
    summary: 'makes the very build live that another site has, without a build',
    file: 'promote',
    usage: '[version]',
    options: [
      ['--from PLACE', 'the other site: its dist folder, or its address, with FROM_RELEASE_TOKEN'],
      TARGET,
      CHANNEL,
      PERCENT,
      KEY,
    ],
    takesName: true,
    needsTarget: true,
  },
  verify: {
    summary: 'builds this remote again, compares every byte with the build of a site, and verifies who signed that',
    file: 'verify',
    options: [['--from PLACE', 'the site: its dist folder, or its address, with RELEASE_TOKEN']],
    takesName: true,
  },
  keys: {
    summary: "your team's key: make FILE makes one; without a word it lists the commands",
    file: 'keys',
  },
  status: {
    summary: 'what is live of this remote, for whom and since when, and what a rollback can name',
    file: 'releases',
    options: [TARGET],
    takesName: true,
    needsTarget: true,
  },
};

/** @throws in a folder without a remote */
function nameOfRemote(): string {
  const folder = process.cwd();
  const isRemote = ['package.json', 'remote.json'].every((file) => existsSync(path.join(folder, file)));
  if (!isRemote) throw new Error(`${folder} has no package.json and remote.json. Run this in the folder of a remote.`);
  const { name } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { name: string };
  return name;
}

/** Adds the site that FOODHALL_TARGET names, unless the command names one. @throws if neither names a site */
function withTarget(args: readonly string[]): readonly string[] {
  if (args.some((arg) => arg === '--target' || arg.startsWith('--target='))) return args;
  const { FOODHALL_TARGET: target } = processEnv;
  if (!target) throw new Error('Name the site: --target PLACE, or FOODHALL_TARGET in the environment.');
  return [...args, '--target', target];
}

async function run({ file, takesName, needsTarget }: KitCommand, given: readonly string[]): Promise<void> {
  const name = nameOfRemote();
  const args = needsTarget ? withTarget(given) : given;
  const program = new URL(`${file}.mjs`, import.meta.url);
  process.argv = [process.argv0, fileURLToPath(program), ...(takesName ? [name] : []), ...args];
  await import(program.href);
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const program = new Command('foodhall-remote')
  .description('Builds, checks and releases a remote of Foodhall. Run it in the folder of the remote.')
  .version(version)
  .enablePositionalOptions();
for (const [name, command] of Object.entries(COMMANDS)) {
  const sub = program
    .command(name)
    .description(command.summary)
    .usage([command.usage, command.options && '[options]'].filter(Boolean).join(' '))
    .argument('[args...]')
    .allowUnknownOption()
    .passThroughOptions()
    .action((args: string[]) => run(command, args));
  const lines = command.options?.map(([flags, meaning]) => `  ${flags.padEnd(18)}${meaning}`);
  if (lines) sub.addHelpText('after', `\nOptions of ${name}:\n${lines.join('\n')}`);
}

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
