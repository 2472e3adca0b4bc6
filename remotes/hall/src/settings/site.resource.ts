/** What the operators of the site do in the office: the demo's removal and a backup. */
import { api } from 'shared-contracts/client';
import { queryClient } from 'shared-contracts/query';
import type { Envelope } from 'shared-contracts/types';

export interface DemoRemoval {
  venues: { slug: string; name: string; outcome: 'deleted' | 'archived' }[];
  accounts: { email: string; outcome: 'deleted' | 'closed' }[];
}

/** @param dry_run true: tells what would go, and removes nothing */
async function demoRemoval(dry_run: boolean): Promise<DemoRemoval> {
  return (await api().post<Envelope<DemoRemoval>>('/demo/removal', { dry_run })).data;
}

export const findDemo = (): Promise<DemoRemoval> => demoRemoval(true);

/** Removes the halls and accounts of the demo. Every list of halls on the page is read again. */
export async function removeDemo(): Promise<DemoRemoval> {
  const removed = await demoRemoval(false);
  await queryClient().invalidateQueries();
  return removed;
}

/** @returns the address that downloads a backup, which works for a minute @throws ApiErrorShape 403, 429 */
export async function backupAddress(): Promise<string> {
  return (await api().post<Envelope<{ address: string }>>('/backups')).data.address;
}
