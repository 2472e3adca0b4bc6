/** A site with a release service on an empty database, for the journeys of the release desk. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { copyOfSite } from 'releases/commands/site-copy';
import type { BuildRecord } from 'releases/model/schemas';
import { integrityOf } from 'releases/store/integrity';
import { readBuild, readLive } from 'releases/store/read-live';
import { SBOM } from 'releases/store/sbom';
import { releaseText, versionIn } from 'releases/store/snapshot';
import { folderTarget } from 'releases/store/targets/folder';
import { z } from 'zod';
import { type Client, clientOf, overHttp } from '../../client/http';
import { type EmptyHall, startEmptyHall } from './empty-hall';

const SETUP = {
  name: 'Ola Nordmann',
  email: 'ola@hall.example',
  password: 'a good password',
  hall_name: 'Café Granary',
  currency: 'CAD',
  timezone: 'America/Toronto',
  tax_name: 'HST',
  tax_number: '',
  tax_rate_percent: '13',
  tax_included: false,
  provider: 'Stripe',
  provider_key: 'pk_test_hall',
  secret_env: 'STRIPE_SECRET_HALL',
  webhook_secret_env: '',
  delivery_method_types: ['collect'],
};
const sessionSchema = z.object({ token: z.string() });
const tokenSchema = z.object({ data: z.object({ id: z.number(), token: z.string() }) });

export interface DeskSite extends Omit<EmptyHall, 'setupLink'> {
  distDir: string;
  /** The person who set the site up, and runs every venue of it. */
  operator: Client;
  /** That person's email and password. */
  account: { email: string; password: string };
  /** Makes a release token of the team `menu` for the catalog. */
  tokenFor: (grant: object) => Promise<{ id: number; token: string }>;
}

export async function startDeskSite(): Promise<DeskSite> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foodhall-desk-'));
  const distDir = path.join(folder, 'dist');
  await copyOfSite(distDir);
  const settings = { REGISTRY_KEY: process.env.REGISTRY_KEY, STRIPE_SECRET_HALL: 'sk_test_hall' };
  const site = await startEmptyHall({ distDir, settings });
  const send = overHttp(`${site.url}/api/v1`);
  const [, token = ''] = site.setupLink().split('#');
  const { token: session } = await clientOf(send).post('/setup', { ...SETUP, token }, sessionSchema);
  const operator = clientOf(send, session);
  return {
    ...site,
    distDir,
    operator,
    account: { email: SETUP.email, password: SETUP.password },
    tokenFor: async (grant) =>
      (await operator.post('/registry/tokens', { team: 'menu', apps: ['catalog'], ...grant }, tokenSchema)).data,
    async stop() {
      await site.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the live build of an app under another version, with the same files. */
export async function copyOfLive(distDir: string, part: string, mark: string): Promise<BuildRecord> {
  const target = folderTarget(distDir);
  const version = versionIn((await readLive(target)).snapshot, part) ?? '';
  const record = await readBuild(target, { part, version });
  if (!record) throw new Error(`There is no build of ${part}.`);
  const folder = path.join(distDir, part, `${version}-${mark}`);
  await cp(path.join(distDir, part, version), folder, { recursive: true });
  const packages = (await readFile(path.join(folder, SBOM), 'utf8')).replaceAll(version, `${version}-${mark}`);
  const copy = { ...record, version: `${version}-${mark}`, sbom: integrityOf(packages) };
  await writeFile(path.join(folder, SBOM), packages);
  await writeFile(path.join(folder, 'release.json'), releaseText(copy));
  await writeFile(path.join(folder, 'build.json'), JSON.stringify(copy));
  return copy;
}
