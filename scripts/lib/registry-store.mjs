// The registry in a target: immutable snapshots with their signatures, and one small pointer that moves by
// compare-and-swap.
import { createRequire } from 'node:module';
import { emptySnapshot, hostsOf, nameOf, problemsOf, SCHEMA, textOf, versionIn, withBuilds } from './registry.mjs';
import { PointerMoved, TargetFailed } from './targets.mjs';

const { publicKeys, sign } = createRequire(import.meta.url)('./signing.js');

const POINTER = 'registry/pointer.json';
/** A page that is open may be this old: what it runs on stays, and what it needs stands ready. */
export const SESSION_HOURS = 24;
const ATTEMPTS = 5;

/** The release was refused; the message holds every reason. */
export class ReleaseRefused extends Error {
  constructor(problems) {
    super(problems.join('\n'));
    this.name = 'ReleaseRefused';
  }
}

/** @returns {Promise<import('./registry.mjs').Snapshot | null>} null: it is gone, or of an older form of the registry */
async function readSnapshot(target, name) {
  const file = await target.read(`registry/${name}.json`);
  const snapshot = file && JSON.parse(file.text);
  return snapshot?.schema === SCHEMA ? snapshot : null;
}

/** A release on top of nothing would drop every other part, so a registry that was copied by half stays as it is. */
async function requireSnapshot(target, name) {
  if (await target.read(`registry/${name}.json`)) return;
  throw new TargetFailed(
    `registry/${name}.json, which is live, is not in ${target.place}`,
    ' Bring it back, or delete registry/ to begin anew.',
  );
}

/**
 * @param {import('./targets.mjs').Target} target
 * @returns {Promise<{pointer: import('./registry.mjs').Pointer | null, tag: string | null,
 *   snapshot: import('./registry.mjs').Snapshot}>} before the first release, no pointer and an empty snapshot
 * @throws where the live snapshot is gone
 */
export async function readLive(target) {
  const file = await target.read(POINTER);
  const pointer = file && JSON.parse(file.text);
  const snapshot = pointer && (await readSnapshot(target, pointer.current));
  if (pointer && !snapshot) await requireSnapshot(target, pointer.current);
  return snapshot
    ? { pointer, tag: file.tag, snapshot }
    : { pointer: null, tag: file?.tag ?? null, snapshot: emptySnapshot() };
}

/** The live snapshot and those before it, newest first; ends where a file is missing. */
export async function* readHistory(target) {
  let name = (await readLive(target)).pointer?.current;
  while (name) {
    const snapshot = await readSnapshot(target, name);
    if (!snapshot) return;
    yield { name, snapshot };
    name = snapshot.parent;
  }
}

/** The snapshots that were live within the last `hours`, newest first. */
export async function readRecent(target, hours, now = Date.now()) {
  const recent = [];
  for await (const { name, snapshot } of readHistory(target)) {
    recent.push({ name, snapshot });
    // It was live before that moment, and those before it were not.
    if (Date.parse(snapshot.at) < now - hours * 3_600_000) break;
  }
  return recent;
}

/** The pointer with its signature, which is of the JSON of everything else in it. */
export const signedPointer = (pointer) => ({ ...pointer, signature: sign(JSON.stringify(pointer)) });

/** Now, and after `at` whatever this machine's clock says: a page refuses a pointer older than one it has seen. */
const later = (at) => new Date(Math.max(Date.now(), at ? Date.parse(at) + 1 : 0)).toISOString();

/**
 * Makes what `change` says live as one new snapshot. Two releases at once both land: the later one is made again on top
 * of the earlier one's snapshot.
 * @param {import('./targets.mjs').Target} target
 * @param {(live: {snapshot: import('./registry.mjs').Snapshot, parent: string | null, at: string,
 *   recalled: string[], recalls: boolean, shells: object[]}) => import('./registry.mjs').Snapshot | null} change null:
 *   nothing to do; `recalls`: what the pointer recalls is going to be another list
 * @param {(recalled: string[], snapshot: import('./registry.mjs').Snapshot) => string[] | Promise<string[]>} [recall] what
 *   the pointer recalls afterwards, by what it recalls and what is live
 * @returns {Promise<{name: string, snapshot: import('./registry.mjs').Snapshot, changed: boolean}>}
 * @throws {ReleaseRefused} when the snapshot would have problems; nothing has changed then
 * @throws {PointerMoved} after five lost races
 */
export async function move(target, change, recall = (recalled) => recalled) {
  for (let attempt = 1; ; attempt += 1) {
    const { pointer, tag, snapshot } = await readLive(target);
    const recalled = await recall(pointer?.recalled ?? [], snapshot);
    const recalls = recalled.join() !== (pointer?.recalled ?? []).join();
    const parent = pointer?.current ?? null;
    const at = later(pointer?.at);
    const shells = (await readRecent(target, SESSION_HOURS)).flatMap((recent) => hostsOf(recent.snapshot));
    const next = change({ snapshot, parent, at, recalled, recalls, shells });
    if (!next) return { name: parent, snapshot, changed: false };
    const problems = problemsOf(next, publicKeys()[0]);
    if (problems.length > 0) throw new ReleaseRefused(problems);
    const text = textOf(next);
    const name = nameOf(text);
    await target.writeIfAbsent(`registry/${name}.json`, text);
    await target.writeIfAbsent(`registry/${name}.sig`, sign(text));
    const moved = signedPointer({ current: name, previous: parent, at, recalled });
    try {
      await target.swap(POINTER, `${JSON.stringify(moved, null, 2)}\n`, tag);
      return { name, snapshot: next, changed: true };
    } catch (error) {
      if (!(error instanceof PointerMoved) || attempt === ATTEMPTS) throw error;
    }
  }
}

const isLive = (snapshot, { part, version }, to) =>
  to
    ? snapshot.offers.some(
        (offer) =>
          offer.part === part &&
          offer.release.version === version &&
          offer.channel === to.channel &&
          offer.percent === to.percent,
      )
    : versionIn(snapshot, part) === version;

/**
 * Makes builds live, for everybody or for those whom `to` names. None of them is recalled from then on: open pages
 * would leave what they were just given.
 * @param {import('./targets.mjs').Target} target
 * @param {object[]} builds records of build.json
 * @param {{to?: import('./registry.mjs').Audience}} [options]
 * @returns as `move`, and throws the same
 */
export async function goLive(target, builds, { to } = {}) {
  const named = builds.map(({ part, version }) => `${part}@${version}`);
  return await move(
    target,
    ({ snapshot, recalls, ...rest }) =>
      !recalls && builds.every((build) => isLive(snapshot, build, to))
        ? null
        : withBuilds(snapshot, builds, { to, ...rest }),
    (recalled) => recalled.filter((version) => !named.includes(version)),
  );
}
