import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { addSiteCommand, type CommandContext, type CommandRun, typedPath } from '../command';
import { CommandError, UsageError } from '../errors';
import { type CommandOutput, table } from '../output';
import { PAPERS, type Paper, sheetsOf } from '../sheets/sheet';
import type { SiteClient } from '../site-client';
import { type Venue, venueNamed } from '../venues';

interface VenueTable {
  id: number;
  name: string;
  url: string;
}

interface TablesRun extends CommandRun {
  venue: Venue;
  names: readonly string[];
  /** The folder for the sheets. */
  folder: string;
}

const ACTIONS: Readonly<Record<string, (run: TablesRun) => Promise<CommandOutput>>> = {
  list,
  add,
  remove,
  qr: writeSheets,
};

/** `tables <venue> list|add|remove|qr`. */
export function addTablesCommand(program: Command, context: CommandContext): void {
  addSiteCommand(program, context, {
    usage: 'tables <venue> <action> [names...]',
    summary: 'the tables of a hall and their printed codes: list, add, remove, qr',
    changes: true,
    configure: (command) =>
      command
        .option('--paper <paper>', 'qr: a4 or letter', 'a4')
        .option('--out <folder>', 'qr: where the sheets are written', '.')
        .addHelpText(
          'after',
          `
Actions:
  list            the tables with their addresses
  add NAME…       give tables a code; one that has a code keeps it ('add {1..40}' adds 40 of them in bash)
  remove NAME…    end the codes of tables
  qr [NAME…]      write sheets to print and cut, of all tables or of some

A name is what follows the word 'table': 12, or 'Terrace 3'.`,
        ),
    run: async (run) => {
      const [typed = '', action = '', ...names] = run.args as string[];
      const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
      if (!act) throw new UsageError(`'${action}' is no action. There are: ${Object.keys(ACTIONS).join(', ')}.`);
      const folder = typedPath(context, String(run.options.out));
      return act({ ...run, venue: await venueNamed(run.site, typed), names, folder });
    },
  });
}

const tablesOf = async (site: SiteClient, { id }: Venue) =>
  (await site.request<{ data: VenueTable[] }>('GET', `/venues/${id}/tables`)).data;

async function list({ site, venue }: TablesRun): Promise<CommandOutput> {
  const tables = await tablesOf(site, venue);
  const rows = tables.map(({ name, url }) => [name, url]);
  return { data: tables, lines: rows.length > 0 ? table(['table', 'address'], rows) : [none(venue)] };
}

async function add({ site, venue, names, isDryRun }: TablesRun): Promise<CommandOutput> {
  if (names.length === 0) throw new UsageError('Name the tables to add.');
  const body = { names, dry_run: isDryRun };
  const { data } = await site.request<{ data: { added: string[]; existing: string[] } }>(
    'POST',
    `/venues/${venue.id}/tables`,
    body,
  );
  const lines = data.added.length > 0 ? [`${counted(data.added, isDryRun)} added.`] : [];
  if (data.existing.length > 0) lines.push(`${counted(data.existing)} there already, with the same code as before.`);
  if (!isDryRun) lines.push(`Print the codes: npm run foodhall -- tables ${venue.slug} qr`);
  return { data, lines };
}

async function remove({ site, venue, names, isDryRun }: TablesRun): Promise<CommandOutput> {
  if (names.length === 0) throw new UsageError('Name the tables to remove.');
  const chosen = chosenOf(await tablesOf(site, venue), names, venue);
  if (!isDryRun) for (const { id } of chosen) await site.request('DELETE', `/venues/${venue.id}/tables/${id}`);
  const removed = chosen.map(({ name }) => name);
  return { data: { removed }, lines: [`${counted(removed, isDryRun)} removed.`] };
}

async function writeSheets({ site, venue, names, options, folder, isDryRun }: TablesRun): Promise<CommandOutput> {
  const paper = paperNamed(options.paper);
  const all = await tablesOf(site, venue);
  if (all.length === 0) throw new CommandError(none(venue));
  const tables = names.length > 0 ? chosenOf(all, names, venue) : all;
  const { brand, logo } = await brandOf(site);
  const sheets = sheetsOf(tables, { paper, venue: venue.name, brand, logo });
  const files = sheets.map((_, index) => path.join(folder, `tables-${venue.slug}-${paper}-${index + 1}.svg`));
  if (!isDryRun) await writeFiles(files.map((file, index) => [file, sheets[index] ?? ''] as const));
  const lines = files.map((file) => `${file} ${isDryRun ? 'would be written' : 'is written'}.`);
  if (!logo) lines.push(`The logo of the site could not be read, so the sheets say '${brand}' in its place.`);
  lines.push(`Print at 100 %, not fitted to the page. The codes lead to ${originOf(tables)}.`);
  if (isLocal(tables))
    lines.push('No phone opens that address: start the site with its SITE_URL, and write the sheets again.');
  return { data: { files, tables: tables.map(({ name, url }) => ({ name, url })) }, lines };
}

/** @throws {CommandError} where the folder is not writable */
async function writeFiles(files: readonly (readonly [string, string])[]): Promise<void> {
  try {
    for (const [file, content] of files) {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  } catch (error) {
    throw new CommandError(`The sheets could not be written: ${(error as Error).message}.`);
  }
}

/** @throws {UsageError} */
function paperNamed(typed: unknown): Paper {
  const paper = String(typed).toLowerCase();
  if (Object.hasOwn(PAPERS, paper)) return paper as Paper;
  throw new UsageError(`--paper is '${typed}'; it must be ${Object.keys(PAPERS).join(' or ')}.`);
}

/** @throws {CommandError} with the names that match no table */
function chosenOf(tables: readonly VenueTable[], names: readonly string[], { slug }: Venue): VenueTable[] {
  const byName = new Map(tables.map((one) => [one.name.toLowerCase(), one]));
  const unknown = names.filter((name) => !byName.has(name.toLowerCase()));
  if (unknown.length > 0)
    throw new CommandError(`${slug} has no table ${unknown.map((name) => `'${name}'`).join(', ')}.`);
  return [...new Set(names.flatMap((name) => byName.get(name.toLowerCase()) ?? []))];
}

/** The picture types that an SVG can embed. Every program that shows SVG can show them. */
const LOGO = /^image\/(svg\+xml|png|jpeg)/;

/** The site's own name and logo. A stopped site without a release has no logo. */
async function brandOf(site: SiteClient): Promise<{ brand: string; logo: string | null }> {
  const config = await site.file('/config.json');
  const { brand = 'Foodhall', logo_url = '/logo.svg' } = (config ? JSON.parse(config.bytes.toString()) : {}) as {
    brand?: string;
    logo_url?: string;
  };
  const logo = await site.file(logo_url);
  const [type] = LOGO.exec(logo?.type ?? '') ?? [];
  return { brand, logo: logo && type ? `data:${type};base64,${logo.bytes.toString('base64')}` : null };
}

const originOf = ([first]: readonly VenueTable[]): string => (first ? new URL(first.url).origin : '');

const isLocal = (tables: readonly VenueTable[]) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(originOf(tables));

const none = ({ slug }: Venue) => `${slug} has no tables yet. Add some: npm run foodhall -- tables ${slug} add 1 2 3`;

/** Counts tables: 'Table 12 is', '3 tables are', and for a dry run 'Table 12 would be'. */
const counted = (names: readonly string[], isDryRun = false): string => {
  const [subject, verb] = names.length === 1 ? [`Table ${names[0]}`, 'is'] : [`${names.length} tables`, 'are'];
  return `${subject} ${isDryRun ? 'would be' : verb}`;
};
