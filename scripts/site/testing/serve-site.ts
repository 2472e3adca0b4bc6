// Runs a site like npm start, in a process of its own that a test can kill. Its settings come as one argument in JSON.

import { type PreparedSite, prepareSite } from 'releases/commands/site-copy';
import { type Site, type SiteOptions, startSite } from '../site';

export interface ServeSettings extends SiteOptions {
  distDir: string;
}

/** The message of this process to its parent. */
export type ServedSite = Pick<Site, 'url'> & Pick<PreparedSite, 'first' | 'notice'>;

const settings: ServeSettings = JSON.parse(process.argv[2] ?? '');
const { first, notice } = await prepareSite(settings.distDir);
const { url } = await startSite({ ...settings, restarts: true });
const served: ServedSite = { url, first, notice };
process.send?.(served);
