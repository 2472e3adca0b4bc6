/** When two paths are one, and when a path is a route's. The router has the same rules. */

/**
 * Equal for paths that are one to the router: names of parameters, letter case and a slash at the end make no difference.
 * '/venues/:venueId' is '/Venues/:id/'.
 */
export const shapeOf = (path: string): string =>
  path
    .replace(/:[^/]+/g, ':')
    .replace(/(.)\/+$/, '$1')
    .toLowerCase();

/** The routes by the shape of their path: where a shape has more than one, they claim the same path. */
export function claimsOf<Route extends { path: string }>(routes: readonly Route[]): Map<string, Route[]> {
  const claims = new Map<string, Route[]>();
  for (const route of routes) {
    const shape = shapeOf(route.path);
    claims.set(shape, [...(claims.get(shape) ?? []), route]);
  }
  return claims;
}

/** Of the router's syntax what routes use: literal segments, compared without case, and ':name'. */
export function isMatch(pattern: string, pathname: string): boolean {
  const wanted = segments(pattern);
  const found = segments(pathname);
  return (
    wanted.length === found.length &&
    wanted.every((segment, index) => segment.startsWith(':') || segment.toLowerCase() === found[index]?.toLowerCase())
  );
}

/**
 * The parameters that an address gives to a route, decoded: '/venues/7' gives `{ venueId: '7' }` to '/venues/:venueId'.
 * @param pathname one that `isMatch` the pattern
 * @throws URIError when a segment spells no text
 */
export function paramsOf(pattern: string, pathname: string): Record<string, string> {
  const found = segments(pathname);
  return Object.fromEntries(
    segments(pattern).flatMap((segment, index) =>
      segment.startsWith(':') ? [[segment.slice(1), decodeURIComponent(found[index] ?? '')]] : [],
    ),
  );
}

const segments = (path: string): string[] => path.split('/').filter(Boolean);
