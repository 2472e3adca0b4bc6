/** Finds the place in the source for a place in a built file. It reads the source maps that a release left on this server. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { mapsOf } from '../store/source-maps';
import type { Frame } from './frames';

/**
 * The most bytes of a map that is read, several times the largest of the shell. A larger one would make a page of errors hold up other
 * requests.
 */
const MOST_BYTES = 1.5 * 1024 * 1024;
/** The most bytes of all maps in memory, counted by their files. Decoded maps take several times as much memory. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024;

interface Kept {
  map: Promise<TraceMap | null>;
  /** 0 until the map is read. */
  bytes: number;
}

export class SourceMaps {
  /** The maps by file. The one that was used longest ago comes first. */
  private readonly maps = new Map<string, Kept>();

  /** @param distDir the folder of the site */
  constructor(private readonly distDir: string) {}

  /**
   * @returns a place as editors count it, 'remotes/catalog/src/menu/menu.tsx:24:7', or null if there is no map or it does not know the
   *   place
   */
  async find({ part, version, file, line, column }: Frame): Promise<string | null> {
    const map = await this.read(join(this.distDir, mapsOf({ part, version }), `${file}.map`));
    if (!map || line < 1 || column < 1) return null;
    try {
      // A browser counts columns from 1, a source map from 0.
      const original = originalPositionFor(map, { line, column: column - 1 });
      return original.source === null ? null : `${original.source}:${original.line}:${original.column + 1}`;
    } catch {
      // The mappings are decoded only here, and may be malformed.
      return null;
    }
  }

  private read(file: string): Promise<TraceMap | null> {
    const kept = this.maps.get(file) ?? this.open(file);
    this.maps.delete(file);
    this.maps.set(file, kept);
    return kept.map;
  }

  private open(file: string): Kept {
    const read = readMap(file);
    const kept: Kept = { map: read.then((parsed) => parsed?.map ?? null), bytes: 0 };
    void read.then((parsed) => {
      kept.bytes = parsed?.bytes ?? 0;
      // A map that is missing now may arrive later.
      if (!parsed) this.maps.delete(file);
      this.forgetBeyondBound();
    });
    return kept;
  }

  private forgetBeyondBound(): void {
    let bytes = [...this.maps.values()].reduce((sum, kept) => sum + kept.bytes, 0);
    for (const [file, kept] of this.maps) {
      if (bytes <= MOST_KEPT_BYTES) return;
      this.maps.delete(file);
      bytes -= kept.bytes;
    }
  }
}

/** Reads a map. A team sends its maps, so a file may be no map at all. */
async function readMap(file: string): Promise<{ map: TraceMap; bytes: number } | null> {
  try {
    const { size: bytes } = await stat(file);
    if (bytes > MOST_BYTES) return null;
    return { map: new TraceMap(await readFile(file, 'utf8')), bytes };
  } catch {
    return null;
  }
}
