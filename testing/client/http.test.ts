import { z } from 'zod';
import { type Call, clientOf, codeOf, type Reply, type Send } from './http';

/** Makes a sender that records its calls. @param reply the response to every call */
function sending(reply: Reply): { send: Send; calls: Call[] } {
  const calls: Call[] = [];
  return {
    calls,
    send: async (call) => {
      calls.push(call);
      return reply;
    },
  };
}

describe('a client', () => {
  it('sends its token with every call, and returns the body in its shape', async () => {
    const { send, calls } = sending({ status: 200, body: { id: 1 } });
    await expect(clientOf(send, 'abc').get('/me', z.object({ id: z.number() }))).resolves.toEqual({ id: 1 });
    expect(calls).toEqual([{ method: 'GET', path: '/me', headers: { authorization: 'Bearer abc' } }]);
  });

  it('sends no token for a visitor', async () => {
    const { send, calls } = sending({ status: 204, body: null });
    await clientOf(send).put('/orders/1', {});
    expect(calls).toEqual([{ method: 'PUT', path: '/orders/1', body: {} }]);
  });

  it('names a refused call with its status and body', async () => {
    const { send } = sending({ status: 409, body: { code: 'CART_CLOSED' } });
    await expect(clientOf(send).put('/orders/1', {})).rejects.toThrow('PUT /orders/1: 409 {"code":"CART_CLOSED"}');
  });

  it('refuses a body of another shape', async () => {
    const { send } = sending({ status: 200, body: { id: 'one' } });
    await expect(clientOf(send).get('/me', z.object({ id: z.number() }))).rejects.toThrow(
      /^GET \/me: .*expected number/s,
    );
  });
});

it.each([
  ['of a refusal', { code: 'NOT_FOUND', message: 'No.' }, 'NOT_FOUND'],
  ['of a proxy’s page', '<h1>Bad gateway</h1>', null],
])('codeOf reads the code %s, if there is one', (_what, body, code) => {
  expect(codeOf({ status: 502, body })).toBe(code);
});
