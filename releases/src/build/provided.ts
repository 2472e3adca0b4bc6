/** The shared modules that a shell from this working copy provides to remotes. The build recipe loads this file through tsx. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EVENT_NAMES } from 'shared-contracts/events/names';
import { SLOT_NAMES } from 'shared-contracts/remote/slots';
import type { Provided } from '../model/compatibility';
import { project } from './project';

function versionOf(folder: string): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The package that the contracts use. A remote may have another version of it. */
const installed = (name: string) =>
  versionOf(path.dirname(createRequire(path.join(project.contracts, 'package.json')).resolve(`${name}/package.json`)));

export const provided = (): Provided => ({
  contract: versionOf(project.contracts),
  packages: { react: installed('react'), 'react-dom': installed('react-dom') },
  events: [...EVENT_NAMES].sort(),
  slots: [...SLOT_NAMES].sort(),
});
