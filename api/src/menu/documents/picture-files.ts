/** Reads the pictures beside a document. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from 'core/errors';
import type { MediaFiles } from '../pictures/media';
import type { FileAddress } from './illustrate';

/** Each file is read once, even if several entries use it. */
export function filesBeside(documentPath: string, media: MediaFiles): FileAddress {
  const addresses = new Map<string, Promise<string>>();
  const read = async (file: string) => {
    const path = join(dirname(documentPath), file);
    const content = await readFile(path).catch(() => {
      throw new Error(`names ${file}, which is not beside the document`);
    });
    try {
      return await media.addFile(file, content);
    } catch (error) {
      throw new Error(`names ${file}, which ${messageOf(error)}`, { cause: error });
    }
  };
  return (file) => {
    const known = addresses.get(file) ?? read(file);
    addresses.set(file, known);
    return known;
  };
}
