import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { problemOfPath, problemsOfClaim } from './claims';

const catalog = {
  app: 'catalog',
  paths: ['/', '/venues', '/venues/:venueId/vendors', '/venues/:venueId/vendors/:vendorId'],
};
const checkout = {
  app: 'checkout',
  paths: ['/venues/:venueId/cart', '/venues/:venueId/cart/:location', '/stitch/return'],
};
const shell = { app: 'host', paths: ['/login', '/setup', '/t/:code', '/venues/:venueId/profile'] };
const live = [catalog, checkout, shell];

describe('a new remote', () => {
  test.each([
    '/deals',
    '/deals/:dealId',
    '/venues/:venueId/deals',
    '/venues/:venueId',
    '/venues/:venueId/vendors/:vendorId/reviews',
    '/loginas',
    '/t/:code/poster',
  ])('may have %s', (own) => {
    expect(problemOfPath(own)).toBeUndefined();
    expect(problemsOfClaim({ app: 'deals', paths: [own] }, live)).toEqual([]);
  });

  test.each([
    ['/venues/1/vendors', '/venues/:venueId/vendors', "'catalog'"],
    ['/venues/:venueId/vendors/best', '/venues/:venueId/vendors/:vendorId', "'catalog'"],
    ['/venues/1/cart', '/venues/:venueId/cart', "'checkout'"],
    ['/venues/:venueId/:page', '/venues/:venueId/vendors', "'catalog'"],
    ['/stitch/:outcome', '/stitch/return', "'checkout'"],
    ['/t/table-7', '/t/:code', 'the shell'],
  ])('may not have %s, which matches addresses of %s', (own, taken, owner) => {
    expect(problemsOfClaim({ app: 'deals', paths: [own] }, live)[0]).toBe(
      `${own} of 'deals' matches addresses of ${taken}, which is a path of ${owner}. Take another path, or have the site grant it in paths.json.`,
    );
  });

  test.each([
    ['/Venues/:id/Vendors/', '/venues/:venueId/vendors', "'catalog'"],
    ['/login', '/login', 'the shell'],
  ])('may not have %s, which is %s, whatever the site grants', (own, taken, owner) => {
    expect(problemsOfClaim({ app: 'deals', paths: [own] }, live, { deals: [own] })).toEqual([
      `${own} of 'deals' matches addresses of ${taken}, which is a path of ${owner}. Take another path.`,
    ]);
  });

  test.each([
    '/:page',
    '/:a/:b',
    '/:a/:b/:c',
    '/api/v1/me',
    '/API',
    '/desk',
    '/parts/x',
    '/registry/:name',
    '/media/:file',
    '/app/:key',
    '/sw.js',
    '/robots.txt',
    '/sitemap.xml',
    '/favicon.ico',
    '/index.html',
    '/embed.js',
    '/shell',
    '/accessibility',
  ])('may not have %s, which matches an address of the server', (own) => {
    expect(problemOfPath(own)).toBe(`The path ${own} matches an address of the server.`);
  });

  test.each(['/hall', '/hall/:venueId/today', '/setup-guide'])(
    'may have %s, where the server serves nothing',
    (own) => {
      expect(problemOfPath(own)).toBeUndefined();
    },
  );

  test.each([
    'deals',
    '/./login',
    '/deals/../login',
    '/deals/..',
    '/a b',
    '/a?b',
    '/a#b',
    '/a/*',
    '//a',
    '/%6Cogin',
    '/:id?',
    '/:id.json',
    '/a\\b',
    7,
    undefined,
  ])('may not have %s, which is no path', (own) => {
    expect(problemOfPath(own)).toMatch('has to be words');
  });
});

test('one remote may have several paths that match the same address', () => {
  expect(problemsOfClaim({ app: 'catalog', paths: ['/venues/:venueId/vendors/best'] }, live)).toEqual([]);
});

test('the shell may not have a path of a remote', () => {
  expect(
    problemsOfClaim({ app: 'host', paths: ['/venues/:id'] }, [{ app: 'deals', paths: ['/venues/today'] }])[0],
  ).toMatch("of the shell matches addresses of /venues/today, which is a path of 'deals'");
});

test('the site may grant a more specific path, also when its owner is released later, but never the same path', () => {
  const deals = { app: 'deals', paths: ['/venues/1/vendors'] };
  const grants = { deals: ['/venues/1/vendors', '/venues/:id/cart'] };
  expect(problemsOfClaim(deals, live, grants)).toEqual([]);
  expect(problemsOfClaim(catalog, [deals], grants)).toEqual([]);
  expect(problemsOfClaim({ app: 'deals', paths: ['/venues/:id/cart'] }, live, grants)).toHaveLength(1);
});

test("the paths of this repository's remotes do not overlap", () => {
  const folder = path.join(__dirname, '../../../remotes');
  const claims = readdirSync(folder).map((app) => {
    const { routes } = JSON.parse(readFileSync(path.join(folder, app, 'remote.json'), 'utf8'));
    return { app, paths: routes.map((route: { path: string }) => route.path) };
  });
  expect(claims.flatMap(({ paths }) => paths.map(problemOfPath)).filter(Boolean)).toEqual([]);
  expect(claims.flatMap((claim) => problemsOfClaim(claim, claims))).toEqual([]);
});
