/** Says why browsers refuse the live registry of a target. The functions that verify are those of the browsers. */
import type { Pointer, Snapshot } from '../model/schemas';
import { isSigned } from '../model/verify';
import { hasIntegrity } from './integrity';
import { POINTER, readBuild, readLive } from './read-live';
import { type Target, TargetFailed } from './targets/target';

const PUT_BACK =
  'Put back the files of registry/ that were released, and release nothing until then, since a release signs the files that it finds. If no one at the site has changed them, see docs/operate.md, A release attacked visitors.';

/**
 * Verifies the pointer, and the snapshot that it names, by the keys that the live shell trusts.
 * @returns one sentence for each problem, with the step that mends it. It is empty before the first release
 */
export async function signatureProblems(target: Target): Promise<string[]> {
  try {
    const { pointer, snapshot } = await readLive(target);
    return pointer ? await problemsOfSigned(target, pointer, snapshot) : [];
  } catch (error) {
    if (error instanceof TargetFailed) return [error.reason];
    if (error instanceof Error) return [`${error.message} ${PUT_BACK}`];
    throw error;
  }
}

async function problemsOfSigned(target: Target, { current, at }: Pointer, snapshot: Snapshot): Promise<string[]> {
  const { host } = snapshot;
  // Only a page of the shell refuses a snapshot, and before the first shell there is no page.
  if (!host) return [];
  // Whoever writes a snapshot may name any keys in it. The record of the build has those that are in the shell.
  const build = await readBuild(target, { part: 'host', version: host.version });
  const keys = build && 'keys' in build ? build.keys : host.keys;
  const name = `registry/${current}.json`;
  const [pointerFile, file, signature] = await Promise.all(
    [POINTER, name, `registry/${current}.sig`].map((each) => target.read(each)),
  );
  // A browser verifies the fields in the order of the file.
  const { signature: ofPointer, ...fields } = JSON.parse(pointerFile?.text ?? '{}') as Partial<Pointer>;
  const unsigned = (what: string) =>
    `${what} is not signed by a key that the shell ${host.version} trusts, so browsers refuse it. ${PUT_BACK}`;
  const problems: string[] = [];
  if (!(await isSigned(JSON.stringify(fields), ofPointer ?? '', keys))) problems.push(unsigned(POINTER));
  if (!(await isSigned(file?.text ?? '', signature?.text ?? '', keys))) problems.push(unsigned(name));
  if (snapshot.at !== at)
    problems.push(`${name} is of ${snapshot.at}, and ${POINTER} of ${at}, so browsers refuse them. ${PUT_BACK}`);
  return problems;
}

/**
 * Compares the page of the live shell and the entry of each live remote with the bytes that were released.
 * @returns one sentence for each file that differs or is gone
 * @throws as `readLive`
 */
export async function entryProblems(target: Target): Promise<string[]> {
  const { host, remotes } = (await readLive(target)).snapshot;
  const entries = [
    ...(host
      ? [{ app: 'host', version: host.version, file: host.html, integrity: { ...host.integrity, ...host.root } }]
      : []),
    ...Object.entries(remotes).map(([app, { entry: file, ...release }]) => ({ app, file, ...release })),
  ];
  const found = await Promise.all(
    entries.map(async ({ app, version, file, integrity }) => {
      const name = `${app}/${version}/${file}`;
      const stored = await target.read(name);
      const expected = integrity[file];
      if (stored && (!expected || hasIntegrity(stored.body, expected))) return [];
      const problem = stored ? 'has other bytes than were released' : 'is live, and gone';
      return [
        `${name} ${problem}: copy the folder ${app}/${version} back, or roll the app back: npm run rollback -- ${app}`,
      ];
    }),
  );
  return found.flat();
}
