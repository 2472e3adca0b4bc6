// npm run rollback -- <part> [version]: makes an earlier build of one part live again, in seconds and without a build.
// npm run rollback -- <part> --to beta | --share: takes back what a channel, or a share of the visitors, was given.
import { fileURLToPath } from 'node:url';
import { publishPage } from 'registry/node/publish';
import { limitedReleaseLines, requireKnown } from 'registry/node/sentences';
import { buildsOf, versionIn, withBuilds, withoutAudience } from 'registry/node/snapshot';
import { move, readBuild, readHistory, readLive } from 'registry/node/store';
import { PointerMoved } from 'registry/node/targets/target';
import { readArguments, runCommand } from './arguments';

/** What the pointer recalls afterwards: open pages leave `left` at once, and `taken` is no longer recalled. */
const recalling = (left, taken) => (recalled) => [...recalled.filter((each) => each !== left && each !== taken), left];

/**
 * The version left behind is recalled: open pages leave it, and no build brings it back, only a release of it.
 * @param {string} part
 * @param {{target: import('registry/node/targets/target').Target, version?: string}} options without a version, the one that was
 *   live before
 * @returns {Promise<{from: string, to: string, live: string, snapshot: import('registry/model').Snapshot}>}
 * @throws when there is nothing to go back to, its files are gone, or it does not fit a live shell
 * @throws {PointerMoved} when another version of the part went live meanwhile
 */
export async function rollBack(part, { target, version }) {
  const { pointer, snapshot } = await readLive(target);
  const from = versionIn(snapshot, part);
  requireKnown(snapshot, part, target);
  if (!from)
    throw new Error(`${part} is live for nobody but those it is offered to: --to CHANNEL or --share ends that.`);
  if (version === from) throw new Error(`${part} ${version} is what is live; nothing was changed.`);
  let to = version;
  if (!to) {
    for await (const { snapshot: earlier } of readHistory(target)) {
      const candidate = versionIn(earlier, part);
      // What was rolled back itself, or retired, is not what anybody wants back.
      if (!candidate || candidate === from || pointer.recalled.includes(`${part}@${candidate}`)) continue;
      to = candidate;
      break;
    }
  }
  if (!to) throw new Error(`${part} ${from} has no earlier version that was not rolled back or retired; name one.`);
  const build = await readBuild(target, { part, version: to });
  if (!build) {
    throw new Error(`There is no ${part} ${to} in ${target.place}. npm run releases -- ${part} names those at hand.`);
  }
  const recall = recalling(`${part}@${from}`, `${part}@${to}`);
  const { name, snapshot: live } = await move(
    target,
    (now) => {
      if (versionIn(now.snapshot, part) !== from) throw new PointerMoved();
      return withBuilds(now.snapshot, [build], now);
    },
    recall,
  );
  await publishPage(target);
  return { from, to, live: name, snapshot: live };
}

/**
 * Ends an offer; those who had it get what everybody has. Its version is recalled, unless somebody else has it still.
 * @param {string} part
 * @param {{target: import('registry/node/targets/target').Target, to: import('registry/model').Audience}} options
 * @returns {Promise<{from: string, live: string}>}
 * @throws when nothing is offered to them
 * @throws {PointerMoved} when something else was offered to them meanwhile
 */
export async function withdraw(part, { target, to }) {
  const offerIn = ({ offers }) => offers.find((each) => each.part === part && each.channel === to.channel);
  const { snapshot } = await readLive(target);
  requireKnown(snapshot, part, target);
  const offer = offerIn(snapshot);
  if (!offer)
    throw new Error(
      `Nothing of ${part} is offered to ${to.channel ? `the channel ${to.channel}` : 'a share of the visitors'}.`,
    );
  const { version } = offer.release;
  const { name } = await move(
    target,
    (live) => {
      if (offerIn(live.snapshot)?.release.version !== version) throw new PointerMoved();
      return withoutAudience(live.snapshot, part, to, live);
    },
    (recalled, live) => {
      const { kept, ...given } = withoutAudience(live, part, to, live);
      const isGiven = buildsOf({ ...given, kept: {} }).some(
        (build) => build.part === part && build.version === version,
      );
      return isGiven ? recalled : recalling(`${part}@${version}`)(recalled);
    },
  );
  return { from: version, live: name };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runCommand(async () => {
    const { target, to, positionals } = readArguments(['to', 'share', 'target', 'out']);
    const [part, version] = positionals;
    if (!part || positionals.length > 2)
      throw new Error('Name the part to roll back: npm run rollback -- catalog [version]');
    if (to && version)
      throw new Error('What ends an offer takes no version: leave it out, or leave out --to and --share.');
    if (to) {
      const { from, live } = await withdraw(part, { target, to });
      console.log(`${part} ${from} is no longer offered; snapshot ${live} is live.`);
      return;
    }
    const { from, to: back, live, snapshot } = await rollBack(part, { target, version });
    console.log(`${part} went back from ${from} to ${back}; snapshot ${live} is live.`);
    for (const line of limitedReleaseLines(snapshot, part)) console.log(line);
  });
}
