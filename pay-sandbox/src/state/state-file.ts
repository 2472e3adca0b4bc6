import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Stores one JSON value in a file. Saves that arrive while one is being written share the next write, and a write goes to a
 * neighbour file first, so that a killed process leaves the old state or the new one, never half of it.
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

  /** The state of the last run, or null on the first one. */
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

  /** Resolves once everything that was true at the call is on disk. */
  save(): Promise<void> {
    if (!this.path) return Promise.resolve();
    if (this.queued) return this.queued;
    // A write that failed has told its own callers; the next one starts afresh.
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
