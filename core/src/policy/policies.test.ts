import fastify from 'fastify';
import type { Session } from '../http/session';
import { decide, permit } from './policies';
import { requirePolicies } from './require-policies';

const person = (values: Partial<Session> = {}): Session => ({
  tokenId: 1,
  user: { id: 1, name: 'Aiko', email: 'aiko@foodhall.test' },
  vendors: new Map(),
  venueIds: [],
  isSiteOperator: false,
  ...values,
});

describe('requirePolicies', () => {
  const app = () => {
    const server = fastify();
    requirePolicies(server);
    return server;
  };

  test('a route without a policy stops the start of the API', () => {
    const add = () => app().get('/api/v1/open', async () => ({}));
    expect(add).toThrow('GET /api/v1/open has no policy: add config: { policy } to its options.');
  });

  test('a route without a policy in a nested scope stops the start too', async () => {
    const server = app();
    server.register(async (scope) => scope.delete('/secrets/:id', async () => ({})), { prefix: '/api/v1' });
    await expect(server.ready()).rejects.toThrow('DELETE /api/v1/secrets/:id has no policy');
  });

  test('a route with a policy is listed once', () => {
    const server = app();
    server.get('/api/v1/open', { config: { policy: 'public' } }, async () => ({}));
    expect(server.routePolicies).toEqual([{ method: 'GET', url: '/api/v1/open', policy: 'public' }]);
  });

  test('a route outside of the API needs no policy: pages and builds are for anyone', () => {
    const server = app();
    server.get('/page', async () => ({}));
    expect(server.routePolicies).toEqual([]);
  });
});

describe('decide', () => {
  test('an operator counts as an owner in each vendor of the venue, and in no other', () => {
    const operator = person({ venueIds: [7], vendors: new Map([[3, 'operator']]) });
    expect(decide('owner', operator, { vendorId: 3 })).toBe('allowed');
    expect(decide('owner', operator, { vendorId: 4 })).toBe('forbidden');
    expect(decide('operator', operator, { venueId: 7 })).toBe('allowed');
    expect(decide('operator', operator, { venueId: 8 })).toBe('forbidden');
  });

  test('a role in one vendor gives no right in another vendor', () => {
    const both = person({
      vendors: new Map([
        [3, 'owner'],
        [4, 'staff'],
      ] as const),
    });
    expect(decide('owner', both, { vendorId: 3 })).toBe('allowed');
    expect(decide('owner', both, { vendorId: 4 })).toBe('forbidden');
    expect(decide('staff', both, { vendorId: 4 })).toBe('allowed');
  });

  test('site policies allow site operators and a command on the server, but no operator of a venue', () => {
    expect(decide('site operator', person({ isSiteOperator: true }))).toBe('allowed');
    expect(decide('site operator', person({ isCommandLine: true }))).toBe('allowed');
    expect(decide('site operator', person({ venueIds: [7] }))).toBe('forbidden');
    expect(decide('any operator', person({ venueIds: [7] }))).toBe('allowed');
    expect(decide('any operator', person({ isSiteOperator: true }))).toBe('allowed');
    expect(decide('any operator', person())).toBe('forbidden');
  });

  test('a site operator has no role in a venue', () => {
    const site = person({ isSiteOperator: true });
    expect(decide('operator', site, { venueId: 7 })).toBe('forbidden');
    expect(decide('owner', site, { vendorId: 3 })).toBe('forbidden');
  });

  test('without a resource, callers who need a role are refused', () => {
    const operator = person({ venueIds: [7], vendors: new Map([[3, 'operator']]) });
    expect(decide('self or staff', operator, {})).toBe('forbidden');
    expect(decide('buyer', operator, { userId: undefined })).toBe('hidden');
  });

  test('a hidden resource is a 404, and a forbidden one has a reason', () => {
    const order = { userId: 2, vendorId: 3 };
    expect(() => permit('buyer or staff', person(), order, { missing: 'Order not found.' })).toThrow(
      'Order not found.',
    );
    expect(() => permit('staff', person(), order)).toThrow('Only members of this vendor may do that.');
    expect(() => permit('staff of the order', person({ user: { id: 2, name: '', email: '' } }), order)).toThrow(
      'Only members of this vendor may do that.',
    );
    expect(() => permit('staff', null, order)).toThrow('Your session has ended. Please log in again.');
  });
});
