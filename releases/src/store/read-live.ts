/** Reads the registry of a target: what is live, and what was live before. */
import { type BuildRecord, buildRecordOf, type Pointer, pointerOf, type Snapshot, snapshotOf } from '../model/schemas';
import { type Build, emptySnapshot } from './snapshot';
import { type Target, TargetFailed, type TargetFile } from './targets/target';

export const POINTER = 'registry/pointer.json';
/** The number of hours for which a page may stay open. For as long, its builds stay and the snapshots list what it needs. */
export const SESSION_HOURS = 24;

/** The live state of a target. */
export interface Live {
  /** Null before the first release. */
  pointer: Pointer | null;
  /** The tag of the pointer's file, which the swap compares. */
  tag: string | null;
  /** Empty before the first release. */
  snapshot: Snapshot;
}

/** The most snapshots that are remembered: as many as a busy day has. */
const MOST_REMEMBERED = 300;

/** @returns null if the snapshot is gone */
async function readSnapshot(target: Target, name: string): Promise<Snapshot | null> {
  const { snapshots } = target;
  const known = snapshots?.get(name);
  if (known) return known;
  const found = await readSnapshotFile(target, name);
  if (!snapshots || !found) return found;
  const [oldest] = snapshots.keys();
  if (oldest && snapshots.size >= MOST_REMEMBERED) snapshots.delete(oldest);
  snapshots.set(name, found);
  return found;
}

async function readSnapshotFile(target: Target, name: string): Promise<Snapshot | null> {
  const file = await target.read(`registry/${name}.json`);
  return file && readAs(snapshotOf, file, `registry/${name}.json in ${target.place}`);
}

/** @throws with the name of the file if it is no JSON */
function readAs<Value>(parse: (value: unknown, what: string) => Value, { text }: TargetFile, what: string): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${what} is malformed. It is no JSON.`);
  }
  return parse(value, what);
}

/** @returns the time when the snapshot was made, ISO 8601, or null if it is gone */
export const madeAt = async (target: Target, name: string): Promise<string | null> =>
  (await readSnapshot(target, name))?.at ?? null;

/** @throws if the live snapshot is gone, or it or the pointer is malformed */
export async function readLive(target: Target): Promise<Live> {
  const file = await target.read(POINTER);
  if (!file) return { pointer: null, tag: null, snapshot: emptySnapshot() };
  const pointer = readAs(pointerOf, file, `${POINTER} in ${target.place}`);
  const snapshot = await readSnapshot(target, pointer.current);
  if (snapshot) return { pointer, tag: file.tag, snapshot };
  // A registry without its snapshot stays as it is. A release without the snapshot before would drop every other app.
  throw new TargetFailed(
    `registry/${pointer.current}.json, which is live, is not in ${target.place}`,
    ' Restore it, or delete registry/ to start a new registry.',
  );
}

/** @returns null if the target does not have the build @throws if the record is malformed */
export async function readBuild(target: Target, { part, version }: Build): Promise<BuildRecord | null> {
  const name = `${part}/${version}/build.json`;
  const file = await target.read(name);
  return file && readAs(buildRecordOf, file, `${name} in ${target.place}`);
}

/** Reads the live snapshot and those before it, newest first. It ends at a missing file. */
export async function* readHistory(target: Target): AsyncGenerator<{ name: string; snapshot: Snapshot }> {
  let name: string | null | undefined = (await readLive(target)).pointer?.current;
  while (name) {
    const snapshot: Snapshot | null = await readSnapshot(target, name);
    if (!snapshot) return;
    yield { name, snapshot };
    name = snapshot.parent;
  }
}

/** Reads the snapshots that were live within the last `hours`, newest first. */
export async function readRecent(
  target: Target,
  hours: number,
  now = Date.now(),
): Promise<{ name: string; snapshot: Snapshot }[]> {
  const recent: { name: string; snapshot: Snapshot }[] = [];
  for await (const { name, snapshot } of readHistory(target)) {
    recent.push({ name, snapshot });
    // This snapshot was live at the beginning of the period, and those before it were not.
    if (Date.parse(snapshot.at) < now - hours * 3_600_000) break;
  }
  return recent;
}
