/** Decides when two paths are the same, and when a path matches a route. The router has the same rules. */

/**
 * Returns equal texts for paths that the router takes for the same: names of parameters, letter case and a slash at the end make no
 * difference. '/venues/:venueId' is the same path as '/Venues/:id/'.
 */
export const shapeOf = (path: string): string =>
  path
    .replace(/:[^/]+/g, ':')
    .replace(/(.)\/+$/, '$1')
    .toLowerCase();

/** Groups the routes by the shape of their path. Routes in one group claim the same path. */
export function claimsOf<Route extends { path: string }>(routes: readonly Route[]): Map<string, Route[]> {
  const claims = new Map<string, Route[]>();
  for (const route of routes) {
    const shape = shapeOf(route.path);
    claims.set(shape, [...(claims.get(shape) ?? []), route]);
  }
  return claims;
}

/** Tells whether some address matches both paths, as for '/venues/1/cart' and '/venues/:venueId/cart', or two paths of one shape. */
export function overlap(one: string, other: string): boolean {
  const [left, right] = [segments(one), segments(other)];
  return (
    left.length === right.length &&
    left.every((segment, index) => {
      const facing = right[index] ?? '';
      return segment.startsWith(':') || facing.startsWith(':') || segment.toLowerCase() === facing.toLowerCase();
    })
  );
}

/** Tells whether a path matches an address. It knows literal segments, compared without case, and ':name', which is all that routes use. */
export function isMatch(pattern: string, pathname: string): boolean {
  const wanted = segments(pattern);
  const found = segments(pathname);
  return (
    wanted.length === found.length &&
    wanted.every((segment, index) => segment.startsWith(':') || segment.toLowerCase() === found[index]?.toLowerCase())
  );
}

/**
 * Returns the parameters that an address gives to a route, decoded: '/venues/7' gives `{ venueId: '7' }` to '/venues/:venueId'.
 * @param pathname an address that matches the pattern
 * @throws URIError if a segment cannot be decoded
 */
export function paramsOf(pattern: string, pathname: string): Record<string, string> {
  const found = segments(pathname);
  return Object.fromEntries(
    segments(pattern).flatMap((segment, index) =>
      segment.startsWith(':') ? [[segment.slice(1), decodeURIComponent(found[index] ?? '')]] : [],
    ),
  );
}

/**
 * Orders paths that match one address: words come before parameters, from the left, so '/venues/:id/vendors/location/:x' comes before
 * '/venues/:id/vendors/:v/…'.
 */
export function bySpecificity({ path: a }: { path: string }, { path: b }: { path: string }): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const differing = left.findIndex((segment, index) => isParameter(segment) !== isParameter(right[index]));
  return differing === -1 ? 0 : Number(isParameter(left[differing])) - Number(isParameter(right[differing]));
}

const isParameter = (segment: string | undefined) => segment?.startsWith(':') === true;

const segments = (path: string): string[] => path.split('/').filter(Boolean);
