/**
 * Pictures on their way to `<DATA_DIR>/media`: named by what they hold, so that an address never changes its meaning. A drawn picture
 * stays as it is; a photograph is encoded, unless its forms are there already.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composePicture, emptyPlate, type Picture, type PictureKind } from '../pictures';
import { checkDrawing, isDrawing } from '../pictures/drawings';
import { filesOf, isPhotograph, type PartOfPhotograph, type Photograph, readPhotograph } from '../pictures/photographs';

export class MediaFiles {
  private readonly files = new Map<string, string | Buffer>();

  constructor(private readonly directory: string) {}

  /**
   * A drawing of the site's own.
   * @returns its address on the site; for no picture at all, that of an empty plate with the name
   * @throws Error that says what is wrong with the picture
   */
  add(kind: PictureKind, name: string, picture: Picture | null): string {
    return this.keep(picture === null ? emptyPlate(name) : composePicture(kind, name, picture), '.svg');
  }

  /**
   * A picture from a file: what it holds decides what it is, not its name.
   * @param name of the file; one that an export of this site wrote is the picture that is there
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
   * A part of a photograph, whatever its file is called. It is encoded each time: what is there now may be deleted before it is written.
   * @returns its address on the site, and how many bytes its forms have
   * @throws PhotographError
   */
  async addPart(content: Buffer, part: PartOfPhotograph): Promise<{ address: string; bytes: number }> {
    const photograph = await readPhotograph(content, part);
    return { address: `/media/${photograph.name}`, bytes: await this.encode(photograph) };
  }

  /** @returns the bytes of all forms */
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

  /** Deletes all forms of a photograph that no row names. */
  async remove(address: string): Promise<void> {
    for (const form of filesOf(address)) await rm(join(this.directory, form), { force: true });
  }
}
