/** A remote of another team that adds to every slot and menu of the shell that a visitor sees. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { provided } from 'releases/build/provided';
import { json, remoteFiles } from 'releases/scaffold/remote-files';
import type { MenuEntryManifest, RemoteManifest, SlotManifest } from 'shared-contracts/remote';
import { MENU_PLACES, SLOT_NAMES } from 'shared-contracts/remote/slots';
import { runCommand } from './releases';

export const SAMPLE = 'loyalty-card';

/** The channel of the remote, so that other visitors do not see it. */
export const SAMPLE_CHANNEL = 'stamps';

/** The text with which it fills each slot. An order shows its number besides. */
export const STAMPS = 'You have 7 of 10 stamps.';

/** The label of its menu entries. */
export const LABEL = 'Loyalty card';

/** A card with the stamps. The slot of each page shows it. */
const SLOT = `import { useSlotParams } from 'shared-contracts/remote';
import { Card } from 'shared-contracts/ui';

export function Slot() {
  const { orderId } = useSlotParams();
  if (globalThis.sampleFault === 'throws') throw new Error('The stamps throw.');
  return (
    <Card padded data-sample>
      <p>${STAMPS}</p>
      {orderId && <p>{\`One of them is from order \${orderId}.\`}</p>}
    </Card>
  );
}
`;

/** By place: the hall's office is for operators, a stall's items for those who work there, the rest for customers. */
const MENU: Record<MenuEntryManifest['place'], Omit<MenuEntryManifest, 'place' | 'label'>> = {
  'side-panel': { path: `/${SAMPLE}`, guard: 'signed-in', audience: 'customer' },
  account: { path: `/${SAMPLE}`, guard: 'signed-in', audience: 'customer' },
  stall: { path: `/${SAMPLE}/stalls/:vendorId`, guard: 'signed-in', audience: 'vendor' },
  office: { path: `/${SAMPLE}/halls/:venueId`, guard: 'signed-in', audience: 'anyone', role: 'operator' },
};

const AUDIENCES: Record<Exclude<SlotManifest['slot'], 'background'>, SlotManifest['audience']> = {
  account: 'customer',
  'account-export': 'vendor',
  'notifications-panel': 'anyone',
  order: 'customer',
};

const isSeen = (slot: SlotManifest['slot']): slot is keyof typeof AUDIENCES => slot !== 'background';

const { contract } = provided();

function manifest(): RemoteManifest {
  const route = { screen: SAMPLE, guard: 'public', audience: 'anyone', title: LABEL } as const;
  return {
    name: SAMPLE,
    contract: `^${contract}`,
    routes: [...new Set(Object.values(MENU).map((entry) => entry.path))].map((each) => ({ ...route, path: each })),
    slots: SLOT_NAMES.filter(isSeen).map((slot) => ({
      slot,
      module: 'stamps',
      audience: AUDIENCES[slot],
      guard: 'signed-in',
    })),
    menu: MENU_PLACES.map((place) => ({ place, label: LABEL, ...MENU[place] })),
  };
}

export interface SampleRemote {
  /** Ends its release. */
  end(): Promise<void>;
}

/** Releases the remote to its channel. */
export async function releaseSample(): Promise<SampleRemote> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foodhall-sample-'));
  const source = path.join(folder, SAMPLE);
  const definition = `import { defineRemote } from 'shared-contracts/remote';

export default defineRemote({
  screens: { '${SAMPLE}': () => import('./${SAMPLE}/${SAMPLE}.screen') },
  slots: { stamps: () => import('./stamps.slot') },
});
`;
  const files: Record<string, string> = {
    ...remoteFiles(SAMPLE, contract),
    'package.json': json({ name: SAMPLE, version: '1.0.0', private: true }),
    'remote.json': json(manifest()),
    'src/remote.ts': definition,
    'src/stamps.slot.tsx': SLOT,
  };
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(source, file)), { recursive: true });
      await writeFile(path.join(source, file), text);
    }
    await runCommand('release', SAMPLE, '--to', SAMPLE_CHANNEL, '--source', source);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { end: () => runCommand('rollback', SAMPLE, '--to', SAMPLE_CHANNEL) };
}
