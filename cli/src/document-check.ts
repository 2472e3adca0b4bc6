/** `venue check`: the importer reads a document in a process of its own, without a database. */
import { startProgram } from 'scripts/site/children';
import { CommandError } from './errors';

/** The message of api/src/check-document.ts. */
export interface CheckedDocument {
  /** The problems, a line each: 'hall.json:3:12 vendors[0].price: is missing'. */
  problems: string[];
  warnings: string[];
  /** Null if there are problems. */
  venue: { slug: string; name: string; vendors: number; items: number } | null;
}

/**
 * @param file an absolute path
 * @param name the document's name in its problems
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
