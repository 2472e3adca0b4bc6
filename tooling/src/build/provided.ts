/** What a shell that is built from this working copy provides to remotes. The build recipe loads this file through tsx. */
import fs from 'node:fs';
import path from 'node:path';
import type { Provided } from 'registry/compatibility';
import { EVENT_NAMES } from 'shared-contracts/events/names';
import { SLOT_NAMES } from 'shared-contracts/remote/slots';

const root = path.resolve(import.meta.dirname, '../../..');

function versionOf(folder: string): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

export const provided = (): Provided => ({
  contract: versionOf('shared-contracts'),
  packages: { react: versionOf('node_modules/react'), 'react-dom': versionOf('node_modules/react-dom') },
  events: [...EVENT_NAMES].sort(),
  slots: [...SLOT_NAMES].sort(),
});
