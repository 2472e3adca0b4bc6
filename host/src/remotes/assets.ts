/**
 * Says, for every file of a remote that the page is about to request, under which address to ask for it and which
 * bytes it may have. A file asked for twice failed the first time (browsers and federation remember what arrived), and
 * some failures stick to an address, so each further request uses a new one.
 */
import type { Snapshot } from './registry';

export interface Asset {
  url: string;
  integrity: string | undefined;
}

declare global {
  interface Window {
    /** Called by the webpack runtime of every remote before it requests a chunk or a style (webpack.shared.js). */
    foodhallAsset?: (url: string) => Asset | undefined;
  }
}

/**
 * @param site the origin that serves the parts
 * @returns undefined for an address that is no file of the snapshot, which then loads as it would anywhere
 */
export function createAssets(snapshot: Snapshot, site: string): (url: string) => Asset | undefined {
  const integrity = new Map<string, string | undefined>();
  for (const { path, integrity: files } of Object.values(snapshot.remotes)) {
    for (const [file, hash] of Object.entries(files)) integrity.set(new URL(path + file, site).href, hash);
  }
  const requests = new Map<string, number>();

  return (url) => {
    const address = new URL(url, site);
    address.search = '';
    if (!integrity.has(address.href)) return undefined;
    const earlier = requests.get(address.href) ?? 0;
    requests.set(address.href, earlier + 1);
    return {
      url: earlier === 0 ? address.href : `${address.href}?retry=${earlier}`,
      integrity: integrity.get(address.href),
    };
  };
}
