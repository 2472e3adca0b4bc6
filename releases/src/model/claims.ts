/**
 * Which paths an app may have. A path belongs to the app that has it: no other app may have one that matches an address of it, however
 * specific. The check of a team and the release decide by this file.
 */
import { overlap, shapeOf } from './paths';

/** Folders of the server: it responds to every address below. */
const SERVER_FOLDERS = ['api', 'app', 'desk', 'media', 'parts', 'registry'];
/** Addresses of the server and of the shell that the shell's record does not list. A remote has no file at the root either. */
const SERVER_ADDRESSES = ['/shell', '/accessibility', '/hall'];
const FILE_AT_ROOT = /^\/[^/]*\.[a-z0-9]+\/?$/i;

/** Whether an address that the path matches is the server's, whatever is released. */
function isOfServer(path: string): boolean {
  const [first = ''] = path.split('/').filter(Boolean);
  // A parameter is any word: '/:page' matches '/sw.js', and '/:a/:b' the API.
  if (first.startsWith(':') || SERVER_FOLDERS.includes(first.toLowerCase())) return true;
  return FILE_AT_ROOT.test(path) || SERVER_ADDRESSES.some((each) => overlap(path, each));
}

/** A path in the form that the router of this site has: words and ':name', and nothing else. */
const isPath = (path: string): boolean =>
  /^\/(?:(?::[A-Za-z]\w*|(?!\.\.?(?:\/|$))[^/:?*#\s\\%]+)(?:\/|$))*$/.test(path);

/** The paths of an app: 'host' or the name of a remote. */
export interface Claim {
  app: string;
  paths: readonly string[];
}

/** Paths by remote that the site lets it have although an address of another app matches. */
export type PathGrants = Readonly<Record<string, readonly string[]>>;

/** The site's grants, in the root of its folder. */
export const PATH_GRANTS = 'paths.json';

/** Why a remote can have this path on no site; undefined when it can. */
export function problemOfPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !isPath(path))
    return `The path ${JSON.stringify(path)} has to be words and ':name' between slashes, such as /deals/:dealId.`;
  return isOfServer(path) ? `The path ${path} matches an address of the server.` : undefined;
}

/**
 * Why an app must not have its paths, a sentence each.
 * @param others of all other apps; 'host' is the shell
 * @param grants paths that the site allows besides; one of the same shape as another app's would have no owner, and stays refused
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
