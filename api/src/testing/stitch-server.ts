/** Serves Stitch's addresses for tokens and GraphQL in tests, with the payments that a test puts there. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A payment request as Stitch returns it. */
export interface StitchPayment {
  id: string;
  externalReference: string;
  amount: { quantity: string; currency: string };
  state: 'Pending' | 'Completed' | 'Cancelled' | 'Expired';
}

export interface StitchServer {
  /** The settings of an API that looks up payments here. */
  environment: Record<'STITCH_CLIENT_ID' | 'STITCH_CLIENT_SECRET' | 'STITCH_TOKEN_URL' | 'STITCH_API_URL', string>;
  payments: Map<string, StitchPayment>;
  /** The refunded amounts in rand by their nonce. */
  refunds: Map<string, string>;
  /** True if the server fails and sends no response. */
  isDown: boolean;
  close(): Promise<void>;
}

const CLIENT = { id: 'test-foodhall', secret: 'stitch-secret' };

/** Starts a server on a free port of the loopback interface. */
export async function startStitch(): Promise<StitchServer> {
  const idOf = (nonce: string) => `refund-${nonce}`;
  const payments: StitchServer['payments'] = new Map();
  const refunds: StitchServer['refunds'] = new Map();

  /** The adapter asks for one field of `data` in each call. */
  function dataFor(query: string, variables: Record<string, unknown>): object {
    if (query.includes('clientRefundInitiate')) {
      const { nonce, amount } = variables.input as { nonce: string; amount: { quantity: string } };
      if (refunds.has(nonce)) throw new Error('This nonce was used');
      refunds.set(nonce, amount.quantity);
      return { clientRefundInitiate: { refund: { id: idOf(nonce) } } };
    }
    if (query.includes('refunds')) {
      const nonce = String(variables.nonce);
      const node = { id: idOf(nonce), status: { __typename: 'RefundSubmitted' } };
      return { client: { refunds: { edges: refunds.has(nonce) ? [{ node }] : [] } } };
    }
    const payment = payments.get(String(variables.id));
    const state = { __typename: `PaymentInitiationRequest${payment?.state}` };
    return { node: payment ? { ...payment, state } : null };
  }

  function respond({ url, headers }: IncomingMessage, body: string): object {
    if (url === '/token') {
      const form = new URLSearchParams(body);
      const isClient = form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret;
      return isClient ? { access_token: `token-${form.get('scope')}`, expires_in: 3600 } : { error: 'invalid_client' };
    }
    const { query, variables } = JSON.parse(body);
    const scope = query.includes('Refund') ? 'client_refund' : 'client_paymentrequest';
    if (headers.authorization !== `Bearer token-${scope}`)
      return { errors: [{ message: 'The token is not valid', extensions: { code: 'UNAUTHENTICATED' } }] };
    return { data: dataFor(query, variables) };
  }

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    if (stitch.isDown) response.writeHead(500).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(respond(request, body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stitch: StitchServer = {
    environment: {
      STITCH_CLIENT_ID: CLIENT.id,
      STITCH_CLIENT_SECRET: CLIENT.secret,
      STITCH_TOKEN_URL: `${url}/token`,
      STITCH_API_URL: `${url}/graphql`,
    },
    payments,
    refunds,
    isDown: false,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return stitch;
}
