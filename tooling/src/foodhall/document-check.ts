/** `venue check`: the importer reads a document without a database, in a process of its own. */
import { startProgram } from '../site/children';
import { CommandError } from './errors';

/** What api/src/check-document.ts tells this process. */
export interface CheckedDocument {
  /** A line each: 'hall.json:3:12 vendors[0].price: is missing'. */
  problems: string[];
  warnings: string[];
  /** Null where there are problems. */
  venue: { slug: string; name: string; vendors: number; items: number } | null;
}

/**
 * @param file an absolute path
 * @param name of the document in its problems
 * @throws {CommandError} if the check itself fails
 */
export async function checkDocument(file: string, name: string): Promise<CheckedDocument> {
  const found: CheckedDocument[] = [];
  const onMessage = (message: unknown) => found.push(message as CheckedDocument);
  const program = startProgram('api/src/check-document.ts', { args: [file, name], onMessage });
  await program.ended;
  const [checked] = found;
  if (!checked) throw new CommandError(program.tail() || 'The document could not be checked.');
  return checked;
}
