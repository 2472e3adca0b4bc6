/** Makes records of builds for tests, as build.json has them. */
import type { BuildRecord } from '../model/schemas';
import { publicKeys } from '../store/signing';

type HostBuild = Extract<BuildRecord, { part: 'host' }>;
type RemoteBuild = Exclude<BuildRecord, { part: 'host' }>;

export const hostBuild = (contract = '1.2.0', changes: Partial<HostBuild> = {}): HostBuild => ({
  part: 'host',
  version: `2.2.63-${contract}`,
  html: 'index.html',
  embed: 'embed.js',
  frame: 'frame.html',
  contract,
  packages: { react: '19.3.1' },
  events: ['cart-changed'],
  slots: ['background'],
  integrity: {},
  worker: 'sha256-worker',
  root: {},
  keys: publicKeys(),
  paths: [],
  primitives: 'primitives',
  ...changes,
});

interface RemoteOptions {
  version?: string;
  contract?: string;
  paths?: readonly string[];
  packages?: Readonly<Record<string, string>>;
}

export const remoteBuild = (
  part: string,
  { version = '1.0.0-aaaaaaaa', contract = '^1.0.0', paths = [], packages = {} }: RemoteOptions = {},
): RemoteBuild => ({
  part,
  version,
  entry: 'remoteEntry.12345678.js',
  contract,
  packages,
  events: [],
  integrity: {},
  routes: paths.map((path) => ({ path, screen: 'a', guard: 'public', audience: 'anyone', title: 'A' })),
  slots: [],
  modules: { a: [] },
});
