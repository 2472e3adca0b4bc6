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

/** Whether some address matches both paths: '/venues/1/cart' and '/venues/:venueId/cart', and two paths of one shape. */
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

/** Matches the part of the router's syntax that routes use: literal segments, compared without case, and ':name'. */
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

/**
 * Order of paths that match one address: words before parameters, from the left, so '/venues/:id/vendors/location/:x' comes before
 * '/venues/:id/vendors/:v/…'.
 */
export function bySpecificity({ path: a }: { path: string }, { path: b }: { path: string }): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const differing = left.findIndex((segment, index) => isParameter(segment) !== isParameter(right[index]));
  return differing === -1 ? 0 : Number(isParameter(left[differing])) - Number(isParameter(right[differing]));
}

const isParameter = (segment: string | undefined) => segment?.startsWith(':') === true;

const segments = (path: string): string[] => path.split('/').filter(Boolean);
