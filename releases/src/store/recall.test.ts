/** Tests the recall of a release that attacked visitors. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildRecord } from '../model/schemas';
import { isSigned } from '../model/verify';
import { hostBuild, remoteBuild } from '../testing/builds';
import { readLive } from './read-live';
import { recall } from './recall';
import { rollBack } from './rollback';
import { publicKeys } from './signing';
import { buildsOf } from './snapshot';
import { goLive } from './store';
import { folderTarget } from './targets/folder';
import type { Target } from './targets/target';

let out: string;
let target: Target;
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'recall-'));
  target = folderTarget(out);
});
afterEach(() => rm(out, { recursive: true, force: true }));

const catalog = (letter: string) => remoteBuild('catalog', { version: `1.0.0-${letter}` });
async function written(build: BuildRecord, options?: Parameters<typeof goLive>[2]): Promise<void> {
  await mkdir(join(out, build.part, build.version), { recursive: true });
  await writeFile(join(out, build.part, build.version, 'build.json'), JSON.stringify(build));
  await goLive(target, [build], options);
}
const attack = async () => {
  for (const build of [hostBuild(), catalog('good'), catalog('evil')]) await written(build);
};
const malicious = async () => (await readLive(target)).pointer?.malicious;

test('a live release has to be rolled back before it is recalled', async () => {
  await attack();
  await expect(recall('catalog', '1.0.0-evil', { target })).rejects.toThrow(
    'catalog 1.0.0-evil is live for all visitors: npm run rollback -- catalog takes it back first.',
  );
  expect(await malicious()).toBeUndefined();
});

test('a recall marks the version in the signed pointer with the time, and nothing makes it live again', async () => {
  await attack();
  await rollBack('catalog', { target });
  await recall('catalog', '1.0.0-evil', { target });
  const { pointer } = await readLive(target);
  expect(pointer?.malicious).toEqual({ releases: ['catalog@1.0.0-evil'], at: pointer?.at });
  expect(pointer?.recalled).toContain('catalog@1.0.0-evil');
  const { signature = '', ...signed } = JSON.parse((await target.read('registry/pointer.json'))?.text ?? '{}');
  expect(await isSigned(JSON.stringify(signed), signature, publicKeys())).toBe(true);

  const refusal = 'catalog 1.0.0-evil was recalled as malicious.';
  await expect(rollBack('catalog', { target, version: '1.0.0-evil' })).rejects.toThrow(refusal);
  await expect(goLive(target, [catalog('evil')])).rejects.toThrow(refusal);
  await expect(goLive(target, [catalog('evil')], { to: { channel: 'beta' } })).rejects.toThrow('was taken back');
  // Later releases keep the mark and its time.
  await written(catalog('next'));
  expect(await malicious()).toEqual(pointer?.malicious);
});

test('a recall removes the version from channels and from the previous releases', async () => {
  await written(hostBuild());
  await written(catalog('good'));
  await written(catalog('evil'), { to: { channel: 'beta' } });
  await recall('catalog', '1.0.0-evil', { target });
  await written(catalog('worse'));
  await written(catalog('next'));
  await recall('catalog', '1.0.0-worse', { target });
  const { snapshot } = await readLive(target);
  expect(buildsOf(snapshot).map(({ version }) => version)).not.toContain('1.0.0-evil');
  expect(buildsOf(snapshot).map(({ version }) => version)).not.toContain('1.0.0-worse');
  expect((await malicious())?.releases).toEqual(['catalog@1.0.0-evil', 'catalog@1.0.0-worse']);
});

test('a version without a build cannot be recalled', async () => {
  await attack();
  await expect(recall('catalog', '1.0.0-typo', { target })).rejects.toThrow('There is no catalog 1.0.0-typo');
});
