/**
 * Decides which paths an app may have. A path belongs to the app that has it: no other app may have a path that matches one of its
 * addresses, however specific that path is. The check of a team and the release both use this file.
 */
import { overlap, shapeOf } from './paths';

/** Folders of the server, which responds to every address in them. */
const SERVER_FOLDERS = ['api', 'app', 'desk', 'media', 'parts', 'registry'];
/** Addresses of the server and of the shell that the shell's record does not list. A remote has no file at the root either. */
const SERVER_ADDRESSES = ['/shell', '/accessibility'];
const FILE_AT_ROOT = /^\/[^/]*\.[a-z0-9]+\/?$/i;

/** Tells whether the server itself responds to an address that the path matches, whatever is released. */
function isOfServer(path: string): boolean {
  const [first = ''] = path.split('/').filter(Boolean);
  // A parameter matches any word, so '/:page' matches '/sw.js', and '/:a/:b' matches the API.
  if (first.startsWith(':') || SERVER_FOLDERS.includes(first.toLowerCase())) return true;
  return FILE_AT_ROOT.test(path) || SERVER_ADDRESSES.some((each) => overlap(path, each));
}

/** Tells whether the path has the form that this site's router takes: words and ':name' between slashes, and nothing else. */
const isPath = (path: string): boolean =>
  /^\/(?:(?::[A-Za-z]\w*|(?!\.\.?(?:\/|$))[^/:?*#\s\\%]+)(?:\/|$))*$/.test(path);

/** The paths of an app: 'host' or the name of a remote. */
export interface Claim {
  app: string;
  paths: readonly string[];
}

/** The paths that the site lets each remote have although an address of another app matches. */
export type PathGrants = Readonly<Record<string, readonly string[]>>;

/** The file with the site's grants, in the root of its folder. */
export const PATH_GRANTS = 'paths.json';

/** Explains why a remote can have this path on no site, or returns undefined if it can. */
export function problemOfPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !isPath(path))
    return `The path ${JSON.stringify(path)} has to be words and ':name' between slashes, such as /deals/:dealId.`;
  return isOfServer(path) ? `The path ${path} matches an address of the server.` : undefined;
}

/**
 * Explains why an app must not have its paths, one sentence each.
 * @param others the paths of all other apps; 'host' is the shell
 * @param grants paths that the site allows besides. A path of the same shape as another app's stays refused, since it would have no owner
 */
export function problemsOfClaim({ app, paths }: Claim, others: readonly Claim[], grants: PathGrants = {}): string[] {
  const has = (name: string, path: string) => (grants[name] ?? []).some((each) => shapeOf(each) === shapeOf(path));
  const isGranted = (one: string, path: string, other: string, taken: string) =>
    shapeOf(path) !== shapeOf(taken) && (has(one, path) || has(other, taken));
  const nameOf = (name: string) => (name === 'host' ? 'the shell' : `'${name}'`);
  return paths.flatMap((path) => {
    return others
      .filter((other) => other.app !== app)
      .flatMap((other) => {
        const taken = other.paths.find((each) => overlap(path, each) && !isGranted(app, path, other.app, each));
        if (taken === undefined) return [];
        const remedy = shapeOf(path) === shapeOf(taken) ? '' : `, or have the site grant it in ${PATH_GRANTS}`;
        return [
          `${path} of ${nameOf(app)} matches addresses of ${taken}, which is a path of ${nameOf(other.app)}. Take another path${remedy}.`,
        ];
      });
  });
}
