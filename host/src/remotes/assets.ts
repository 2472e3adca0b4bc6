/**
 * Address and integrity of every file, of a remote or of the shell, that the page is about to request. A second request
 * means that the first one failed, since browsers and federation remember what arrived. Some failures stick to an
 * address, so each further request uses a new one.
 */
import type { RemoteRelease } from 'releases/model/schemas';
import type { Snapshot } from '../releases/snapshot';

/** Other page loads may have left failures in a cache under their addresses; this one's addresses differ. */
const PAGE_LOAD = Date.now().toString(36);

/** The query parameter of every request but the first. */
export const RETRY_PARAM = 'retry';

export interface Asset {
  url: string;
  integrity: string | undefined;
}

export interface Assets {
  /** Undefined for an address that is no file of the snapshot; it loads as it is. */
  assetOf(url: string): Asset | undefined;
  /**
   * A file of this remote did not arrive. A preload of any other file may have failed without an event, and the browser
   * would use that result, so all of them get a new address.
   */
  renew(remote: string): void;
}

type Files = Pick<RemoteRelease, 'path' | 'integrity'>;

/** Reads the shell's scripts and styles, which the build listed in the page. A page of another site has no such list. */
function filesOfShell(): Files {
  const text = document.getElementById('shell-files')?.textContent;
  return text ? (JSON.parse(text) as Files) : { path: '', integrity: {} };
}

/** @param site the origin that serves the files */
export function createAssets(snapshot: Pick<Snapshot, 'remotes'>, site: string): Assets {
  const integrity = new Map<string, string | undefined>();
  for (const { path, integrity: files } of [filesOfShell(), ...Object.values(snapshot.remotes)]) {
    for (const [file, hash] of Object.entries(files)) integrity.set(new URL(path + file, site).href, hash);
  }
  const requests = new Map<string, number>();

  function assetOf(url: string): Asset | undefined {
    const address = new URL(url, site);
    address.search = '';
    if (!integrity.has(address.href)) return undefined;
    const earlier = requests.get(address.href) ?? 0;
    requests.set(address.href, earlier + 1);
    return {
      url: earlier === 0 ? address.href : `${address.href}?${RETRY_PARAM}=${PAGE_LOAD}-${earlier}`,
      integrity: integrity.get(address.href),
    };
  }

  function renew(remote: string): void {
    const release = snapshot.remotes[remote];
    for (const file of Object.keys(release?.integrity ?? {})) {
      const { href } = new URL(`${release?.path}${file}`, site);
      requests.set(href, Math.max(requests.get(href) ?? 0, 1));
    }
  }

  return { assetOf, renew };
}
