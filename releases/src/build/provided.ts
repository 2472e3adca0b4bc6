/** The shared modules that a shell from this working copy provides to remotes. The build recipe loads this file through tsx. */
import fs from 'node:fs';
import path from 'node:path';
import { EVENT_NAMES } from 'shared-contracts/events/names';
import { SLOT_NAMES } from 'shared-contracts/remote/slots';
import type { Provided } from '../model/compatibility';
import { project } from './project';

function versionOf(folder: string): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
}

const installed = (name: string) => versionOf(path.join(project.root, 'node_modules', name));

export const provided = (): Provided => ({
  contract: versionOf(project.contracts),
  packages: { react: installed('react'), 'react-dom': installed('react-dom') },
  events: [...EVENT_NAMES].sort(),
  slots: [...SLOT_NAMES].sort(),
});
