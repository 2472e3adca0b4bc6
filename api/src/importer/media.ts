/**
 * Pictures on their way to `<DATA_DIR>/media`: named by what they hold, so that an address never changes its meaning. A drawn picture
 * stays as it is; a photograph is encoded, unless its forms are there already.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { messageOf } from '../errors';
import { composePicture, emptyPlate, type PictureKind } from '../pictures';
import { readPhotograph } from '../pictures/photographs';
import type { PictureDocument } from './venue-document';

export class MediaFiles {
  private readonly files = new Map<string, string | Buffer>();

  constructor(private readonly directory: string) {}

  /**
   * @param documentPath a picture's file is beside the document
   * @returns the picture's address on the site; for no picture at all, that of an empty plate with the name
   * @throws Error that says what is wrong with the picture
   */
  async add(kind: PictureKind, name: string, picture: PictureDocument | null, documentPath: string): Promise<string> {
    if (picture === null) return this.keep(emptyPlate(name), '.svg');
    if ('glyphs' in picture) return this.keep(composePicture(kind, name, picture), '.svg');
    const path = join(dirname(documentPath), picture.file);
    const content = await readFile(path).catch(() => {
      throw new Error(`there is no file ${path}`);
    });
    if (extname(path).toLowerCase() === '.svg') return this.keep(content, '.svg');
    try {
      return await this.keepPhotograph(content);
    } catch (error) {
      throw new Error(`names ${picture.file}, which ${messageOf(error)}`, { cause: error });
    }
  }

  private async keepPhotograph(content: Buffer): Promise<string> {
    const photograph = await readPhotograph(content);
    const isThere = (name: string) => this.files.has(name) || existsSync(join(this.directory, name));
    if (!photograph.names.every(isThere)) {
      for (const [name, form] of await photograph.encode()) this.files.set(name, form);
    }
    return `/media/${photograph.name}`;
  }

  private keep(content: string | Buffer, extension: string): string {
    const name = createHash('sha256').update(content).digest('hex').slice(0, 20) + extension;
    this.files.set(name, content);
    return `/media/${name}`;
  }

  /** Before the rows that name them; a file that is there already holds the same. */
  async write(): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    for (const [name, content] of this.files) {
      const path = join(this.directory, name);
      if (existsSync(path)) continue;
      // Whole or not at all, also when the process ends here, or another request writes the same.
      const draft = `${path}.${randomUUID()}`;
      await writeFile(draft, content);
      await rename(draft, path);
    }
  }
}
