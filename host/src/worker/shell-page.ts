/** Reads the data that the server writes into the shell's page: its release, the snapshot, and the files that it needs. */
import { catalogKey } from 'releases/model/languages';
import type { HostRelease, PreviousRelease, RemoteRelease } from 'releases/model/schemas';

/** The fields of the registry's snapshot that the worker reads. */
export interface PageSnapshot {
  host: Pick<HostRelease, 'version' | 'path' | 'catalogs'> | null;
  remotes: Readonly<
    Record<string, Pick<RemoteRelease, 'version' | 'path' | 'entry' | 'modules' | 'integrity' | 'routes'>>
  >;
  /** Releases of channels and rollouts, and previous ones: this browser may run any of them. */
  offers: readonly { release: Pick<RemoteRelease, 'path'> }[];
  kept: Readonly<Record<string, readonly Pick<PreviousRelease, 'path'>[]>>;
}

interface ShellFiles extends Pick<RemoteRelease, 'path' | 'integrity'> {
  /** The files that the page itself names. Shells from before this field have pages that the worker does not use. */
  page?: readonly string[];
}

/** Reads a block of data. The server escapes each '<' in it. */
function read<Data>(html: string, id: string): Data | undefined {
  const block = new RegExp(`<script type="application/json" id="${id}"[^>]*>(.*?)</script>`, 's');
  const [, text] = block.exec(html) ?? [];
  return text === undefined ? undefined : (JSON.parse(text) as Data);
}

/** @throws if the page contains no snapshot: then it is not the shell's */
export function readSnapshot(html: string): PageSnapshot {
  const snapshot = read<PageSnapshot>(html, 'registry');
  if (!snapshot) throw new Error('The page contains no snapshot.');
  return snapshot;
}

const shellFiles = (html: string): ShellFiles => read(html, 'shell-files') ?? { path: '', integrity: {} };

/**
 * Names the builds that the page runs. Pages with the same name run the same builds.
 * @returns undefined for a page of an earlier server or shell: it lacks data that the worker needs, so the network has to respond
 */
export function releaseNameOf(html: string): string | undefined {
  return shellFiles(html).page && read(html, 'page-release');
}

/** The page before and after the place of a first screen; undefined for the page of a shell that has none. */
export function aroundFirstScreen(html: string): [before: string, after: string] | undefined {
  const [before = '', after] = html.split('<!--first-screen-->');
  return after === undefined ? undefined : [before, after];
}

/**
 * The files that this page needs offline: the shell's own, and those of the remotes in use, with the texts of its language. A remote that this browser
 * never used is not fetched, nor is a screen that needs the network.
 */
export function offlineFiles(html: string, inUse: ReadonlySet<string>): string[] {
  const { path: folder, integrity, page = [] } = shellFiles(html);
  const { host, remotes } = readSnapshot(html);
  const language = languageOf(html);
  const catalogs = Object.entries(host?.catalogs ?? {});
  const foreign = new Set(catalogs.flatMap(([of, files]) => (of === language ? [] : files)));
  const shell = [...page, ...Object.keys(integrity)].filter((file) => !foreign.has(file)).map((file) => folder + file);
  const used = Object.entries(remotes).filter(([name]) => inUse.has(name));
  const files = used.flatMap(([, release]) =>
    [release.entry, ...filesForOffline(release, language)].map((file) => release.path + file),
  );
  return [...new Set([...shell, ...files])];
}

/** The language of the page. The name of its release ends with it, unless it is English. */
const languageOf = (html: string) => releaseNameOf(html)?.split(' ')[2];

function filesForOffline(
  { modules, routes }: Pick<RemoteRelease, 'modules' | 'routes'>,
  language: string | undefined,
): string[] {
  const isForeign = (module: string) =>
    module.startsWith(catalogKey('')) && (language === undefined || module !== catalogKey(language));
  const isOnline = (module: string) => {
    const own = routes.filter(({ screen }) => screen === module);
    return own.length > 0 && own.every(({ needsNetwork }) => needsNetwork);
  };
  return Object.entries(modules).flatMap(([module, files]) => (isOnline(module) || isForeign(module) ? [] : files));
}

/** The integrity of each script and style of the shell and of the remotes, by path. */
export function fileIntegrities(html: string): Map<string, string> {
  const releases = [shellFiles(html), ...Object.values(readSnapshot(html).remotes)];
  return new Map(
    releases.flatMap(({ path, integrity }) =>
      Object.entries(integrity).map(([file, hash]): [string, string] => [path + file, hash]),
    ),
  );
}

/**
 * Finds the files with the same bytes in the page before. Each release has a folder of its own, so a file that it did
 * not change has another address.
 * @returns by path of this page
 */
export function unchangedFiles(html: string, earlier: string): Map<string, string> {
  const before = new Map([...fileIntegrities(earlier)].map(([file, hash]) => [hash, file]));
  const unchanged = [...fileIntegrities(html)].map(([file, hash]): [string, string | undefined] => [
    file,
    before.get(hash),
  ]);
  return new Map(unchanged.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** The folders of this page's builds: cached files outside of them are of an earlier release. */
export function buildFolders({ host, remotes, offers, kept }: PageSnapshot): string[] {
  const releases = [...Object.values(remotes), ...offers.map(({ release }) => release), ...Object.values(kept).flat()];
  return [...(host ? [host.path] : []), ...releases.map(({ path }) => path)];
}

/** '/parts/catalog/1.0.0-3f9a01c2/x.js' is of 'catalog'. */
export function appInPath(pathname: string): string | undefined {
  return /^\/parts\/([\w-]+)\//.exec(pathname)?.[1];
}

/** The recalled versions that a page runs. */
export function recalledIn({ host, remotes }: PageSnapshot, recalled: readonly string[]): string[] {
  const running = Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`);
  if (host) running.push(`host@${host.version}`);
  return running.filter((version) => recalled.includes(version));
}
