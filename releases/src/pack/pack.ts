/** Packs the tarballs for a team with a repository of its own. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeContracts } from './contracts';
import { writeCreateRemote } from './create-remote';
import { writeKit } from './kit';

/** The folder that `npm run pack` writes to, relative to the root of the repository. */
export const PACKAGES = 'packages';

/**
 * Writes the tarballs of shared-contracts, foodhall-remote-kit and create-remote.
 * @param out the folder for them
 * @returns their paths
 */
export async function pack(out: string): Promise<string[]> {
  const drafts = await mkdtemp(path.join(os.tmpdir(), 'foodhall-pack-'));
  const draftOf = async (name: string) => {
    const folder = path.join(drafts, name);
    await mkdir(folder);
    return folder;
  };
  try {
    await mkdir(out, { recursive: true });
    const [contractsFolder, kitFolder, createFolder] = [
      await draftOf('shared-contracts'),
      await draftOf('foodhall-remote-kit'),
      await draftOf('create-remote'),
    ];
    const contracts = await writeContracts(contractsFolder);
    const kit = await writeKit(kitFolder, contracts);
    await writeCreateRemote(createFolder, { contracts, kit });
    const folders = [contractsFolder, kitFolder, createFolder];
    const { stdout } = await promisify(execFile)(
      'npm',
      ['pack', '--json', '--silent', '--pack-destination', out, ...folders],
      { cwd: drafts, maxBuffer: 16 * 1024 * 1024 },
    );
    const packed = JSON.parse(stdout) as { filename: string }[];
    return packed.map(({ filename }) => path.join(out, filename));
  } finally {
    await rm(drafts, { recursive: true, force: true });
  }
}
