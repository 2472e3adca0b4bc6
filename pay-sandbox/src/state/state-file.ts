import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Stores one JSON value in a file. Saves that arrive during a write share the next write. Each write goes to a second file first,
 * so that a killed process leaves either the old state or the new one.
 */
export class StateFile<State> {
  private writing: Promise<void> | null = null;
  private queued: Promise<void> | null = null;

  constructor(
    private readonly path: string | null,
    private readonly read: () => State,
  ) {
    if (path) mkdirSync(dirname(path), { recursive: true });
  }

  /** Returns the state of the last run; null on the first run. */
  static load<State>(path: string | null): State | null {
    if (!path || !existsSync(path)) return null;
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as State;
    } catch (error) {
      throw new Error(`The sandbox state in ${path} cannot be read. Delete the file to start again without it.`, {
        cause: error,
      });
    }
  }

  /** Resolves when the state at the time of the call is on disk. */
  save(): Promise<void> {
    if (!this.path) return Promise.resolve();
    if (this.queued) return this.queued;
    // A failed write has already rejected its own callers, so the next write ignores the error.
    const next = (this.writing ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        this.queued = null;
        this.writing = this.write(this.path as string).finally(() => {
          this.writing = null;
        });
        return this.writing;
      });
    this.queued = next;
    return next;
  }

  private async write(path: string): Promise<void> {
    const text = JSON.stringify(this.read());
    await writeFile(`${path}.next`, text, 'utf8');
    await rename(`${path}.next`, path);
  }
}
