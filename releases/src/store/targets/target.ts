/**
 * Where a site is: a folder, a static host that takes conditional PUTs, or a bucket. A release does nothing to it but these
 * three operations. `catalog/1.0.0-3f9a01c2/main.js` and `registry/pointer.json` are names of files in it.
 */
import type { Snapshot } from '../../model/schemas';
import type { Build } from '../snapshot';

export interface TargetFile {
  body: Buffer;
  text: string;
  /** Changes with the content. */
  tag: string;
}

export interface Target {
  /** For messages. */
  place: string;
  /** It has no server that writes the shell's page. */
  isStaticHost: boolean;
  /** @returns null: there is no such file */
  read(name: string): Promise<TargetFile | null>;
  /** @returns false: the file exists already, and is unchanged */
  writeIfAbsent(name: string, content: string | Buffer): Promise<boolean>;
  /** The same with a file of this machine that never changes, and of which no copy is made. Only a folder can. */
  linkIfAbsent?(name: string, file: string): Promise<boolean>;
  /**
   * Replaces what was read with `tag` in one atomic write; `null`: there was no file.
   * @throws {PointerMoved} if the file has changed meanwhile
   */
  swap(name: string, content: string | Buffer, tag: string | null): Promise<void>;
  /** Every build it has, with the time of its build in ms, also those that an ended release left without a build.json. A static host lists no files, so it has neither this nor `remove`. */
  builds?(): Promise<(Build & { builtAt: number })[]>;
  /** Deletes the files of a build. */
  remove?(build: Build): Promise<void>;
  /** Deletes what processes that were ended left beside its builds, if it is older than that time in ms. */
  removeLeftovers?(before: number): Promise<void>;
  /** Snapshots that were read, by name, for a process that releases often: they never change. Left out, each is read again. */
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

  /** @param hint what to do about it */
  constructor(reason: string, hint = '') {
    super(`${reason}; nothing went live.${hint}`);
    this.name = 'TargetFailed';
    this.reason = `${reason}.${hint}`;
  }
}
