import { fillPath, fillPrefetch } from './prefetch';

describe('declared prefetches', () => {
  test("take the route's parameters in path and query", () => {
    expect(
      fillPrefetch({ path: '/vendors', params: { venue_id: ':venueId', staging: 'false' } }, { venueId: '7' }),
    ).toEqual({
      path: '/vendors',
      params: { venue_id: '7', staging: 'false' },
    });
    expect(fillPrefetch({ path: '/vendors/:vendorId' }, { vendorId: '9' })).toEqual({ path: '/vendors/9', params: {} });
  });

  test('are left out when the address lacks a parameter', () => {
    expect(fillPrefetch({ path: '/vendors/:vendorId' }, {})).toBeUndefined();
  });

  test("keep an address's value as one segment of the path, under the key that a screen requests", () => {
    const wanted = fillPrefetch({ path: '/carts/:cartId' }, { cartId: '../me?x=#' });
    expect(wanted).toEqual({ path: '/carts/..%2Fme%3Fx%3D%23', params: {} });
    expect(wanted?.path).toBe(fillPath('/carts/:cartId', { cartId: '../me?x=#' }));
  });
});
