import type { Snapshot } from '../model/schemas';
import { integrityOf } from './integrity';
import type { Target } from './targets/target';
import { readRoot } from './tuf-files';

/** @returns how a snapshot names the newest root in registry/tuf. Undefined if the site has none */
export async function rootOfSite(target: Target): Promise<Snapshot['root']> {
  const version = (await readRoot(target))?.signed.version;
  const file = version === undefined ? null : await target.read(`registry/tuf/${version}.root.json`);
  return version === undefined || !file ? undefined : { version, integrity: integrityOf(file.text) };
}
