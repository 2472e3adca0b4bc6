/**
 * Says, for every file of a remote, or of the shell itself, that the page is about to request, under which address to
 * ask for it and which bytes it may have. A file asked for twice failed the first time (browsers and federation remember
 * what arrived), and some failures stick to an address, so each further request uses a new one.
 */
import type { RemoteRelease } from 'registry/model';
import type { Snapshot } from '../releases/snapshot';

/** What a cache holds of an address that another page load tried must not stand in the way of this one. */
const PAGE_LOAD = Date.now().toString(36);

/** Tells a further request from the first one. */
export const RETRY_PARAM = 'retry';

export interface Asset {
  url: string;
  integrity: string | undefined;
}

export interface Assets {
  /** Undefined for an address that is no file of the snapshot, which then loads as it would anywhere. */
  assetOf(url: string): Asset | undefined;
  /**
   * A file of this remote did not come. Any other of its files may have failed as well, as a preload that nobody hears
   * of and that the browser answers from: all of them get a new address.
   */
  renew(remote: string): void;
}

type Files = Pick<RemoteRelease, 'path' | 'integrity'>;

/** What the shell may ask for besides what its page names: the build wrote it into the page. Of another site's page, nothing. */
function filesOfShell(): Files {
  const text = document.getElementById('shell-files')?.textContent;
  return text ? (JSON.parse(text) as Files) : { path: '', integrity: {} };
}

/** @param site the origin that serves the parts */
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
