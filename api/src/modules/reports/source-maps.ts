/** Finds the source of a place in a built file, by the source maps that a release left on this server. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { mapsOf } from 'registry/node/source-maps';
import type { Frame } from './frames';

/** A read map of the shell takes some megabytes of memory, one of a screen a tenth of that. */
const MOST_READ = 24;
/** Ten times the shell's. Larger ones are not read, so that a page of errors holds up no request. */
const MOST_BYTES = 4 * 1024 * 1024;

export class SourceMaps {
  /** By file, the one that was used longest ago first. */
  private readonly maps = new Map<string, Promise<TraceMap | null>>();

  /** @param distDir the folder of the site */
  constructor(private readonly distDir: string) {}

  /** @returns 'remotes/catalog/src/menu/menu.tsx:24:7', as editors count; null: there is no map, or it does not know the place */
  async find({ part, version, file, line, column }: Frame): Promise<string | null> {
    const map = await this.read(join(this.distDir, mapsOf({ part, version }), `${file}.map`));
    if (!map || line < 1 || column < 1) return null;
    try {
      // A browser counts columns from 1, a map from 0.
      const found = originalPositionFor(map, { line, column: column - 1 });
      return found.source === null ? null : `${found.source}:${found.line}:${found.column + 1}`;
    } catch {
      // Its mappings are decoded only now.
      return null;
    }
  }

  private read(file: string): Promise<TraceMap | null> {
    const map = this.maps.get(file) ?? readMap(file);
    this.maps.delete(file);
    this.maps.set(file, map);
    const [oldest] = this.maps.keys();
    if (this.maps.size > MOST_READ && oldest !== undefined) this.maps.delete(oldest);
    // One that is not there may come.
    void map.then((found) => found ?? this.maps.delete(file));
    return map;
  }
}

/** A team sends its maps, so one may be no map at all. */
async function readMap(file: string): Promise<TraceMap | null> {
  try {
    if ((await stat(file)).size > MOST_BYTES) return null;
    return new TraceMap(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}
