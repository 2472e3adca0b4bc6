/** A digest of the class names of the contracts' primitives. A first screen with other names would be without their styles. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'lightningcss';

/**
 * @param contracts the folder of shared-contracts
 * @param rule the build's rule for a name, `localIdentName` of the recipe
 * @returns the same digest for two builds of these contracts that give each primitive the same names
 */
export async function primitivesDigest(contracts: string, rule: string): Promise<string> {
  const sources = path.join(contracts, 'src/ui');
  const files = (await readdir(sources, { recursive: true })).filter((file) => file.endsWith('.module.css')).sort();
  const hash = createHash('sha256').update(rule);
  for (const file of files) {
    const code = await readFile(path.join(sources, file));
    const { exports } = transform({ filename: file, code, cssModules: true, drafts: { customMedia: true } });
    hash.update(`\n${file.split(path.sep).join('/')}: ${Object.keys(exports ?? {}).sort()}`);
  }
  return hash.digest('hex').slice(0, 16);
}
