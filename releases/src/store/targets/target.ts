/**
 * The place of a site: a folder, a static host that takes conditional PUTs, or a bucket. A release only needs these operations of it: read,
 * write if absent, and swap. `catalog/1.0.0-3f9a01c2/main.js` and `registry/pointer.json` are names of files in it.
 */
import type { Snapshot } from '../../model/schemas';
import type { Build } from '../snapshot';

export interface TargetFile {
  body: Buffer;
  text: string;
  /** The tag changes with the content. */
  tag: string;
}

export interface Target {
  /** The place's name in messages. */
  place: string;
  /** True if no server writes the shell's page. */
  isStaticHost: boolean;
  /** @returns null if there is no such file */
  read(name: string): Promise<TargetFile | null>;
  /** @returns false if the file exists already, which stays unchanged */
  writeIfAbsent(name: string, content: string | Buffer): Promise<boolean>;
  /** Does the same with a file of this machine that never changes, without a copy. Only a folder can do that. */
  linkIfAbsent?(name: string, file: string): Promise<boolean>;
  /**
   * Replaces the file that was read with `tag` in one atomic write. A `tag` of null means that there was no file.
   * @throws {PointerMoved} if the file has changed meanwhile
   */
  swap(name: string, content: string | Buffer, tag: string | null): Promise<void>;
  /**
   * Lists every build with the time of the build in ms, including builds without a build.json that an ended release left. A static host
   * lists no files, so it has neither this nor `remove`.
   */
  builds?(): Promise<(Build & { builtAt: number })[]>;
  /** Deletes the files of a build. */
  remove?(build: Build): Promise<void>;
  /** Deletes the files that ended processes left beside the builds, if they are older than that time in ms. */
  removeLeftovers?(before: number): Promise<void>;
  /** The snapshots that were read, by name, for a process that releases often. Snapshots never change. Without this, each is read again. */
  snapshots?: Map<string, Snapshot>;
}

/** The pointer has moved between reading and writing it. */
export class PointerMoved extends Error {
  constructor() {
    super('Another release went live at the same moment. Nothing was changed; try again.');
    this.name = 'PointerMoved';
  }
}

/** A target failed, and the message says why. Before the pointer has moved, nothing went live. */
export class TargetFailed extends Error {
  readonly reason: string;

  /** @param hint the remedy */
  constructor(reason: string, hint = '') {
    super(`${reason}; nothing went live.${hint}`);
    this.name = 'TargetFailed';
    this.reason = `${reason}.${hint}`;
  }
}
