/** Reads the frames of a reported stack. Any visitor may report, so every line that is not a frame of a build is left out. */
import { createHash } from 'node:crypto';

export interface Frame {
  /** The app and version of the file's build. */
  part: string;
  version: string;
  file: string;
  /** The line and column count from 1, as in browsers. */
  line: number;
  column: number;
}

/** The most frames of one error. The callers behind them are rarely of interest. */
const MOST_FRAMES = 20;
const FRAME =
  /^\/parts\/([a-z][a-z0-9-]{0,39})\/(\w[\w.+-]{0,63})\/((?:\w[\w.-]{0,99}\/){0,3}\w[\w.-]{0,99}):(\d{1,6}):(\d{1,8})$/;

/** @param stack lines such as '/parts/catalog/1.0.0-3f9a01c2/850.31421a08.js:1:205' */
export function framesOf(stack: string): Frame[] {
  const frames: Frame[] = [];
  for (const text of stack.split('\n')) {
    const [, part = '', version = '', file = '', line, column] = FRAME.exec(text) ?? [];
    if (line !== undefined) frames.push({ part, version, file, line: Number(line), column: Number(column) });
    if (frames.length === MOST_FRAMES) break;
  }
  return frames;
}

export const placeOf = ({ part, version, file, line, column }: Frame): string =>
  `/parts/${part}/${version}/${file}:${line}:${column}`;

/** Writes frames as lines that `framesOf` reads. */
export const stackOf = (frames: readonly Frame[]): string => frames.map(placeOf).join('\n');

/** The number of frames that distinguish one error from another. The callers behind them may differ. */
const TELLING = 3;

/** Computes equal hashes for reports of the same error. Numbers in the message do not count. */
export function fingerprintOf(kind: string, message: string, frames: readonly Frame[]): Buffer {
  const telling = [kind, message.replaceAll(/\d+/g, '0'), ...frames.slice(0, TELLING).map(placeOf)];
  return createHash('sha256').update(telling.join('\n')).digest();
}
