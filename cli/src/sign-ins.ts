/** Stores this user's sign-ins by site, in a file that no other user can read. */

import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Environment } from 'settings/environment';
import { z } from 'zod';
import { CommandError } from './errors';

const fileSchema = z.object({
  /** The site of the last sign-in. A command without --site uses it. */
  last: z.string().nullable(),
  sites: z.record(z.string(), z.object({ email: z.string(), token: z.string() })),
});

type SignInFile = z.output<typeof fileSchema>;

export interface SignIn {
  url: string;
  email: string;
  token: string;
}

/** The folder of the user's settings. */
export const configFolder = (environment: Environment): string =>
  path.join(environment.XDG_CONFIG_HOME?.trim() || path.join(os.homedir(), '.config'), 'foodhall');

export class SignIns {
  constructor(readonly folder: string) {}

  private get file(): string {
    return path.join(this.folder, 'sites.json');
  }

  /** Returns the site of the last sign-in that was not signed out. */
  async last(): Promise<string | null> {
    return (await this.read()).last;
  }

  async of(url: string): Promise<SignIn | null> {
    const found = (await this.read()).sites[url];
    return found ? { url, ...found } : null;
  }

  async add({ url, email, token }: SignIn): Promise<void> {
    const { sites } = await this.read();
    await this.write({ last: url, sites: { ...sites, [url]: { email, token } } });
  }

  async remove(url: string): Promise<void> {
    const { last, sites } = await this.read();
    const { [url]: _, ...others } = sites;
    await this.write({ last: last === url ? (Object.keys(others).at(-1) ?? null) : last, sites: others });
  }

  /** @throws {CommandError} for a file that this program did not write */
  private async read(): Promise<SignInFile> {
    let text: string;
    try {
      text = await readFile(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { last: null, sites: {} };
      throw new CommandError(`${this.file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    }
    try {
      return fileSchema.parse(JSON.parse(text));
    } catch {
      throw new CommandError(`${this.file} is damaged. Delete it and sign in again.`);
    }
  }

  private async write(content: SignInFile): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const draft = `${this.file}.${process.pid}`;
    await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    // A draft that another run left keeps its own mode, which may be another one.
    await chmod(draft, 0o600);
    await rename(draft, this.file);
  }
}
