/**
 * Stores pictures in `<DATA_DIR>/media`. The name of a file is a hash of its content, so an address never changes its meaning. A drawn
 * picture stays unchanged; a photograph is encoded, unless its files exist already.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composePicture, emptyPlate, type Picture, type PictureKind } from '../pictures';
import { checkDrawing, isDrawing } from '../pictures/drawings';
import { filesOf, isPhotograph, type PartOfPhotograph, type Photograph, readPhotograph } from '../pictures/photographs';

const nameOf = (content: string | Buffer, extension: string): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 20) + extension;

/** The address of the empty plate for a name, which pages show in place of a missing picture. */
export const plateAddress = (name: string): string => `/media/${nameOf(emptyPlate(name), '.svg')}`;

export class MediaFiles {
  private readonly files = new Map<string, string | Buffer>();

  constructor(private readonly directory: string) {}

  /**
   * Stores a drawing of the site.
   * @returns its address on the site; without a picture, the address of an empty plate with the name
   * @throws Error that says what is wrong with the picture
   */
  add(kind: PictureKind, name: string, picture: Picture | null): string {
    return this.keep(picture === null ? emptyPlate(name) : composePicture(kind, name, picture), '.svg');
  }

  /**
   * Stores a picture from a file. The content decides its kind, and the name does not matter for that.
   * @param name of the file; if an export of this site wrote it, the picture exists already
   * @returns its address on the site
   * @throws PhotographError, DrawingError
   */
  async addFile(name: string, content: Buffer): Promise<string> {
    if (isDrawing(content)) {
      checkDrawing(content);
      return this.keep(content, '.svg');
    }
    if (await this.isOwnForm(name, content)) return `/media/${name}`;
    const photograph = await readPhotograph(content);
    const isThere = (form: string) => this.files.has(form) || existsSync(join(this.directory, form));
    if (!photograph.names.every(isThere)) await this.encode(photograph);
    return `/media/${photograph.name}`;
  }

  /**
   * Stores a part of a photograph; the name of its file does not matter. It is encoded each time, because an existing file may be deleted before
   * this one is written.
   * @returns its address on the site, and the number of bytes of its files
   * @throws PhotographError
   */
  async addPart(content: Buffer, part: PartOfPhotograph): Promise<{ address: string; bytes: number }> {
    const photograph = await readPhotograph(content, part);
    return { address: `/media/${photograph.name}`, bytes: await this.encode(photograph) };
  }

  /** @returns the bytes of all files */
  private async encode(photograph: Photograph): Promise<number> {
    let sum = 0;
    for (const [form, bytes] of await photograph.encode()) {
      this.files.set(form, bytes);
      sum += bytes.length;
    }
    return sum;
  }

  private async isOwnForm(name: string, content: Buffer): Promise<boolean> {
    if (!isPhotograph(`/media/${name}`)) return false;
    const present = await readFile(join(this.directory, name)).catch(() => null);
    return present?.equals(content) ?? false;
  }

  private keep(content: string | Buffer, extension: string): string {
    const name = nameOf(content, extension);
    this.files.set(name, content);
    return `/media/${name}`;
  }

  /** Writes files before the rows that name them. An existing file has the same content. */
  async write(): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    for (const [name, content] of this.files) {
      const path = join(this.directory, name);
      if (existsSync(path)) continue;
      // The file is written as a whole or not at all, also when the process ends here, or another request writes the same file.
      const draft = `${path}.${randomUUID()}`;
      await writeFile(draft, content);
      await rename(draft, path);
    }
  }

  /** Deletes all files of a photograph that no row names. */
  async remove(address: string): Promise<void> {
    for (const form of filesOf(address)) await rm(join(this.directory, form), { force: true });
  }
}
