/** Tests a release that ends at any of its steps, as by kill -9: nothing is half live, and the next release succeeds. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hostBuild, remoteBuild } from '../testing/builds';
import { publishFiles } from './publish';
import { readLive } from './read-live';
import { authorityOf } from './signing';
import { goLive } from './store';
import { folderTarget } from './targets/folder';
import type { Target } from './targets/target';
import { createRoot, publishMetadata } from './tuf';

let out: string;
let target: Target;
beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'killed-'));
  target = folderTarget(out);
  await createRoot(target, authorityOf());
  await goLive(target, [hostBuild()]);
});
afterEach(() => rm(out, { recursive: true, force: true }));

const catalog = remoteBuild('catalog', { version: '1.0.0-a' });
const files = new Map(
  Object.entries({ 'main.js': 'main', 'a.css': 'a', 'release.json': '{}', 'build.json': JSON.stringify(catalog) }),
);
async function release(to: Target): Promise<void> {
  await publishFiles(to, catalog, [...files.keys()], async (name) => ({ content: Buffer.from(files.get(name) ?? '') }));
  await goLive(to, [catalog]);
}

class Killed extends Error {}

/** Makes the target of a process that ends before or after its write number `step`. */
function endingAt(step: number, isAfter: boolean): { target: Target; writes: () => number } {
  let writes = 0;
  const counted = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    writes += 1;
    if (writes === step && !isAfter) throw new Killed();
    const result = await write();
    if (writes === step) throw new Killed();
    return result;
  };
  return {
    writes: () => writes,
    target: {
      ...target,
      writeIfAbsent: (...args) => counted(() => target.writeIfAbsent(...args)),
      swap: (...args) => counted(() => target.swap(...args)),
    },
  };
}

/** The writes of a release up to the pointer: four files, the snapshot, its signature, and the pointer. */
const LIVE_AT = 7;
/** After them: the roles of the apps, the metadata of the app and of the live record, the snapshot, and the timestamp. */
const STEPS = LIVE_AT + 5;

test('a release has exactly the steps that this file tries', async () => {
  const counting = endingAt(0, false);
  await release(counting.target);
  expect(counting.writes()).toBe(STEPS);
});

test.each(
  Array.from({ length: STEPS }, (_, step) => step + 1).flatMap((step) => [
    { step, when: 'before', isAfter: false },
    { step, when: 'after', isAfter: true },
  ]),
)(
  'a release that ends $when write $step is live as a whole or not at all, and the next release succeeds',
  async ({ step, isAfter }) => {
    await expect(release(endingAt(step, isAfter).target)).rejects.toThrow(Killed);
    const { snapshot } = await readLive(target);
    const isLive = snapshot.remotes.catalog !== undefined;
    expect(isLive).toBe(step > LIVE_AT || (isAfter && step === LIVE_AT));
    await release(target);
    await expect(publishMetadata(target, authorityOf())).resolves.toBe(false);
    expect((await readLive(target)).snapshot.remotes.catalog?.version).toBe('1.0.0-a');
    for (const [name, text] of files)
      expect(await readFile(path.join(out, 'catalog/1.0.0-a', name), 'utf8')).toBe(text);
  },
);
