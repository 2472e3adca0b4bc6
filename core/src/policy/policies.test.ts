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

describe('a route of the API', () => {
  const app = () => {
    const server = fastify();
    requirePolicies(server);
    return server;
  };

  test('without a policy is not added, so that the API does not start', () => {
    const add = () => app().get('/api/v1/open', async () => ({}));
    expect(add).toThrow('GET /api/v1/open has no policy: add config: { policy } to its options.');
  });

  test('without a policy is not added in a scope of its own either', async () => {
    const server = app();
    server.register(async (scope) => scope.delete('/secrets/:id', async () => ({})), { prefix: '/api/v1' });
    await expect(server.ready()).rejects.toThrow('DELETE /api/v1/secrets/:id has no policy');
  });

  test('with a policy is listed once', () => {
    const server = app();
    server.get('/api/v1/open', { config: { policy: 'public' } }, async () => ({}));
    expect(server.routePolicies).toEqual([{ method: 'GET', url: '/api/v1/open', policy: 'public' }]);
  });

  test('outside of the API needs none: pages and builds are for anyone', () => {
    const server = app();
    server.get('/page', async () => ({}));
    expect(server.routePolicies).toEqual([]);
  });
});

describe('a decision', () => {
  test('treats an operator as an owner in each vendor of the venue, and in no other', () => {
    const operator = person({ venueIds: [7], vendors: new Map([[3, 'operator']]) });
    expect(decide('owner', operator, { vendorId: 3 })).toBe('allowed');
    expect(decide('owner', operator, { vendorId: 4 })).toBe('forbidden');
    expect(decide('operator', operator, { venueId: 7 })).toBe('allowed');
    expect(decide('operator', operator, { venueId: 8 })).toBe('forbidden');
  });

  test('refuses people of other vendors, also where the same person owns one', () => {
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

  test('about the site allows its operators and a command on the server, and no operator of a venue', () => {
    expect(decide('site operator', person({ isSiteOperator: true }))).toBe('allowed');
    expect(decide('site operator', person({ isCommandLine: true }))).toBe('allowed');
    expect(decide('site operator', person({ venueIds: [7] }))).toBe('forbidden');
    expect(decide('any operator', person({ venueIds: [7] }))).toBe('allowed');
    expect(decide('any operator', person({ isSiteOperator: true }))).toBe('allowed');
    expect(decide('any operator', person())).toBe('forbidden');
  });

  test('gives a site operator no role in a venue', () => {
    const site = person({ isSiteOperator: true });
    expect(decide('operator', site, { venueId: 7 })).toBe('forbidden');
    expect(decide('owner', site, { vendorId: 3 })).toBe('forbidden');
  });

  test('about no resource refuses those who would need a role', () => {
    const operator = person({ venueIds: [7], vendors: new Map([[3, 'operator']]) });
    expect(decide('self or staff', operator, {})).toBe('forbidden');
    expect(decide('buyer', operator, { userId: undefined })).toBe('hidden');
  });

  test('follows the contract: a hidden resource is a 404, a forbidden one has a reason', () => {
    const order = { userId: 2, vendorId: 3 };
    expect(() => permit('buyer or staff', person(), order, { what: 'Order' })).toThrow('Order not found.');
    expect(() => permit('staff', person(), order)).toThrow('Only members of this vendor may do that.');
    expect(() => permit('staff of the order', person({ user: { id: 2, name: '', email: '' } }), order)).toThrow(
      'Only members of this vendor may do that.',
    );
    expect(() => permit('staff', null, order)).toThrow('Your session has ended. Please log in again.');
  });
});
