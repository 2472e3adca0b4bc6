import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { readUtf8 } from 'shared-contracts/utf8';
import { addSiteCommand, type CommandContext, type CommandRun, ending, typedPath } from '../command';
import { CommandError, RefusedError } from '../errors';
import type { CommandOutput } from '../output';
import type { SiteClient } from '../site-client';
import { settingsToSet, venueNamed } from '../venues';

/** `venue check|import|export`: a hall as a document that a person edits. */
export function addDocumentCommands(venue: Command, context: CommandContext): void {
  const resolved = (file: string) => typedPath(context, file);

  venue
    .command('check <file>')
    .description('check a venue document and its pictures, without a site')
    .option('--json', 'print the result as JSON')
    .action(async (file: string, { json }: { json?: boolean }) => {
      await ending(context, async () => {
        const { problems, warnings, venue: found } = await context.checkDocument(resolved(file), file);
        if (json) context.print(JSON.stringify({ problems, warnings, venue: found }, null, 2));
        else for (const warning of warnings) context.print(`Warning: ${warning}`);
        if (problems.length > 0) throw new CommandError(json ? `${file} has problems.` : problems.join('\n'));
        if (found && !json) {
          context.print(`${file} is right: ${found.name} with ${found.vendors} vendors and ${found.items} items.`);
        }
      });
    });

  addSiteCommand(venue, context, {
    usage: 'import <file>',
    summary: 'bring a venue document to the site; vendors that it does not list stay as they are',
    changes: true,
    run: (run) => importDocument(run, resolved),
  });

  addSiteCommand(venue, context, {
    usage: 'export <venue> [file]',
    summary: 'write the document that import reads, with its pictures beside it',
    changes: false,
    run: (run) => exportDocument(run, resolved),
  });
}

interface Imported {
  slug: string;
  name: string;
  is_new: boolean;
  changes: { kind: string; sentence: string }[];
  kept_vendors: { slug: string; name: string }[];
  warnings: string[];
  missing_settings: string[];
  closed_until_set: string[];
}

async function importDocument(
  { site, args: [typed = ''], isDryRun }: CommandRun,
  resolved: (file: string) => string,
): Promise<CommandOutput> {
  const file = resolved(typed);
  const read = readUtf8(
    await readFile(file).catch(() => {
      throw new CommandError(`${typed} cannot be read.`);
    }),
  );
  if ('problem' in read) {
    throw new CommandError(`${read.line === null ? typed : `${typed}:${read.line}`} ${read.problem}.`);
  }
  const { text } = read;
  const pictures = await sendPictures(site, path.dirname(file), picturesOf(text), isDryRun);
  try {
    const body = { name: typed.slice(-200), text, pictures, dry_run: isDryRun };
    const { data } = await site.request<{ data: Imported }>('POST', '/venue-documents', body);
    return { data, lines: linesOf(data, isDryRun) };
  } catch (error) {
    // Each line names its position in the document.
    const lines = error instanceof RefusedError ? error.fields.document : undefined;
    throw lines ? new CommandError(lines.join('\n')) : error;
  }
}

function linesOf(
  { slug, name, is_new, changes, kept_vendors, warnings, missing_settings, closed_until_set }: Imported,
  isDryRun: boolean,
) {
  const kept = kept_vendors.map((vendor) => `${vendor.name} (${slug}/${vendor.slug})`).join(', ');
  const done = is_new ? 'added' : 'changed';
  return [
    ...changes.map(({ sentence }) => sentence),
    ...(kept ? [`Not in the document, and as before: ${kept}.`] : []),
    ...warnings.map((warning) => `Warning: ${warning}`),
    changes.length > 0
      ? `${name} (${slug}) ${isDryRun ? 'would be' : 'is'} ${done}.`
      : `${name} (${slug}) is as the document has it: nothing changes.`,
    ...settingsToSet({ slug, missing_settings, closed_until_set }),
  ];
}

/** Lists the files that a document names. The list is empty for invalid JSON, which the site reports. */
function picturesOf(text: string): string[] {
  const files = new Set<string>();
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    const { picture } = value as { picture?: { file?: unknown; page?: unknown } | null };
    // The files are beside the document. The site refuses other names.
    for (const file of [picture?.file, picture?.page]) {
      if (typeof file === 'string' && path.basename(file) === file) files.add(file);
    }
    for (const each of Object.values(value)) walk(each);
  };
  try {
    walk(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    return [];
  }
  return [...files];
}

type SentPicture = { address: string } | { problem: string };

/**
 * Sends the pictures that a document names.
 * @returns for each file, its address on the site or the reason why it cannot be used. The site reports that reason at the picture's place
 *   in the document
 */
async function sendPictures(
  site: SiteClient,
  folder: string,
  files: readonly string[],
  isDryRun: boolean,
): Promise<Record<string, SentPicture>> {
  const sent: Record<string, SentPicture> = {};
  for (const file of files) {
    const content = await readFile(path.join(folder, file)).catch(() => null);
    sent[file] = content ? await sendPicture(site, file, content, isDryRun) : { problem: 'is not beside the document' };
  }
  return sent;
}

async function sendPicture(site: SiteClient, file: string, content: Buffer, isDryRun: boolean): Promise<SentPicture> {
  try {
    const query = new URLSearchParams({ file, dry_run: String(isDryRun) });
    return (await site.request<{ data: { address: string } }>('POST', `/pictures?${query}`, content)).data;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const [problem] = error.fields.picture ?? [];
    // A site that stops reading a file that is too large reports no problem of the picture.
    return { problem: problem ?? `the site refuses: ${error.message}` };
  }
}

interface Exported {
  slug: string;
  name: string;
  text: string;
  /** The pictures' addresses on the site. */
  pictures: string[];
}

async function exportDocument(
  { site, args: [typed = '', file] }: CommandRun,
  resolved: (file: string) => string,
): Promise<CommandOutput> {
  const { id } = await venueNamed(site, typed);
  const { data } = await site.request<{ data: Exported }>('GET', `/venues/${id}/document`);
  if (file === undefined) {
    if (data.pictures.length > 0) {
      throw new CommandError(`${data.name} has pictures, which are written beside the document: name its file.`);
    }
    return { data, lines: [data.text.trimEnd()] };
  }
  const target = resolved(file);
  // All pictures are read before anything is written, so a failure leaves no incomplete export.
  const pictures: [file: string, bytes: Buffer][] = [];
  for (const address of data.pictures) {
    const picture = await site.file(address);
    if (!picture) throw new CommandError(`${site.name} did not send the picture ${address}.`);
    pictures.push([path.join(path.dirname(target), path.basename(address)), picture.bytes]);
  }
  // A person may have edited the existing file.
  await writeFile(target, data.text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'EEXIST' ? `${file} is there already. Name another file.` : `${file} cannot be written.`,
    );
  });
  for (const [picture, bytes] of pictures) await writeFile(picture, bytes);
  const count = data.pictures.length;
  const beside = count > 0 ? ` with ${count} picture${count === 1 ? '' : 's'} beside it` : '';
  return { data: { ...data, file }, lines: [`${data.name} is written to ${file}${beside}.`] };
}
