/** The shared parts of commands: their common options, their site, their output, and their exit code. */

import path from 'node:path';
import type { Command } from 'commander';
import type { Environment } from 'settings/environment';
import type { CheckedDocument } from './document-check';
import { CommandError, ExitCode, UsageError } from './errors';
import type { CommandOutput } from './output';
import type { SignIns } from './sign-ins';
import { type SiteClient, siteClient } from './site-client';

/** The parts of the process that a command uses. A test passes its own. */
export interface CommandContext {
  environment: Environment;
  signIns: SignIns;
  /** Opens the database of a stopped site. */
  openOffline: () => Promise<SiteClient>;
  /** Checks a venue document and its pictures, without a site. */
  checkDocument: (file: string, name: string) => Promise<CheckedDocument>;
  /** Runs api/src/maintenance.ts directly on the database. @throws {CommandError} */
  runMaintenance: (args: readonly string[]) => Promise<unknown>;
  fetch: typeof fetch;
  /** Asks the person at the terminal, without showing a secret. @throws {CommandError} if the input ends */
  ask: (question: string, options?: { isSecret?: boolean }) => Promise<string>;
  print: (line: string) => void;
  printError: (line: string) => void;
  setExitCode: (code: number) => void;
}

/** Resolves a path against the folder in which the person typed the command, since npm runs commands in the folder of the sources. */
export const typedPath = ({ environment }: Pick<CommandContext, 'environment'>, file: string): string =>
  path.resolve(environment.INIT_CWD ?? process.cwd(), file);

/** The common options of commands for a site. */
interface CommonOptions {
  site?: string;
  offline?: boolean;
  json?: boolean;
  dryRun?: boolean;
}

export type OptionValue = string | boolean | string[] | undefined;

export interface CommandRun {
  site: SiteClient;
  /** The command's arguments in order. An optional one may be undefined, and a repeatable one is an array. */
  args: readonly (string | undefined)[];
  options: Readonly<Record<string, OptionValue>>;
  /** If true, nothing may change: the API is asked with `dry_run`. */
  isDryRun: boolean;
}

export interface SiteCommand {
  /** 'refund <order>': a name and its arguments in commander's form. */
  usage: string;
  /** One line, for --help. */
  summary: string;
  /** True if the command changes something. It then takes --dry-run. */
  changes: boolean;
  /** Adds the command's own options. */
  configure?: (command: Command) => void;
  /** @throws {CommandError} */
  run: (run: CommandRun) => Promise<CommandOutput>;
}

/** Adds a command that speaks to a running site, or to the database of a stopped one. */
export function addSiteCommand(parent: Command, context: CommandContext, spec: SiteCommand): void {
  const command = parent.command(spec.usage).description(spec.summary);
  spec.configure?.(command);
  command
    .option('--site <url>', 'the running site (default: SITE_URL, else the site of the last login, else this machine)')
    .option('--offline', 'the database of a stopped site, which DATABASE_URL or DATA_DIR names')
    .option('--json', 'print the result as JSON');
  if (spec.changes) command.option('--dry-run', 'say what would change, and change nothing');
  command.action(async (...given: unknown[]) => {
    // commander passes the arguments, then the options, then the command.
    const {
      site: _site,
      offline,
      json,
      dryRun,
      ...options
    } = given.at(-2) as CommonOptions & Record<string, OptionValue>;
    await ending(context, async () => {
      const site = offline ? await context.openOffline() : await openSite(context, _site);
      try {
        const isDryRun = dryRun === true;
        const args = given.slice(0, -2).flat() as string[];
        const output = await spec.run({ site, args, options, isDryRun });
        if (json) context.print(JSON.stringify(output.data, null, 2));
        else for (const line of output.lines) context.print(line);
        if (isDryRun && !json) context.print('Nothing was changed: this was a dry run.');
      } finally {
        await site.close();
      }
    });
  });
}

/** Prints the sentences of a failure and sets the exit code. */
export async function ending(context: CommandContext, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    for (const line of error.message.split('\n')) context.printError(line);
    context.setExitCode(error instanceof UsageError ? ExitCode.usage : ExitCode.failed);
  }
}

/** @throws {CommandError} for an invalid address, and if no account is signed in there */
async function openSite(context: CommandContext, given: string | undefined): Promise<SiteClient> {
  const url = await siteUrl(context, given);
  const signIn = await context.signIns.of(url);
  if (!signIn) {
    throw new CommandError(
      `You are not signed in to ${url}. Sign in first: npm run foodhall -- login --site ${url}. For the database of a stopped site use --offline.`,
    );
  }
  return siteClient({ url, token: signIn.token, fetch: context.fetch });
}

/** @returns the address without a slash at its end. @throws {CommandError} */
export async function siteUrl({ environment, signIns }: CommandContext, given: string | undefined): Promise<string> {
  const port = environment.PORT?.trim() || '8080';
  const url = given ?? (environment.SITE_URL?.trim() || (await signIns.last()) || `http://localhost:${port}`);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CommandError(`The site is '${url}'; it must be an address that starts with https:// or http://.`);
  }
  return url.replace(/\/+$/, '');
}
