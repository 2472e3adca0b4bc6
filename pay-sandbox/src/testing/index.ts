import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import type { GlobalAccount, PaystackAccount, SandboxConfig, StripeAccount } from '../config';
import { buildSandbox, type Sandbox } from '../sandbox';

export * from './buyers';

export const GRANARY: StripeAccount = {
  id: 'acct_granary',
  secretKey: 'sk_test_granary',
  publishableKey: 'pk_test_granary',
  webhook: null,
};

export const HARBOUR: StripeAccount = {
  id: 'acct_harbour',
  secretKey: 'sk_test_harbour',
  publishableKey: 'pk_test_harbour',
  webhook: null,
};

export const PAYSTACK: PaystackAccount = {
  id: 'harbour',
  secretKey: 'sk_test_harbour',
  publicKey: 'pk_test_harbour',
  webhookUrl: null,
};

export const GLOBAL: GlobalAccount = { merchantId: 'leshallesducanal', secret: 'canal-secret', rebatePassword: null };

export interface ListeningSandbox extends Sandbox {
  url: string;
  port: number;
  stripe(secretKey?: string): Stripe;
}

/** Starts a sandbox on a free port of the loopback interface. */
export async function startSandbox(
  settings: Partial<Omit<SandboxConfig, 'port' | 'host'>> = {},
): Promise<ListeningSandbox> {
  const sandbox = await buildSandbox({
    statePath: null,
    siteOrigins: [],
    stripe: { accounts: [GRANARY, HARBOUR] },
    paystack: { accounts: [PAYSTACK] },
    global: { accounts: [GLOBAL] },
    webhookRetryDelaysMs: [],
    ...settings,
  });
  await sandbox.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = sandbox.app.server.address() as AddressInfo;
  return {
    ...sandbox,
    port,
    url: `http://127.0.0.1:${port}`,
    stripe: (secretKey = GRANARY.secretKey) =>
      new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 }),
  };
}

export interface ReceivedWebhook {
  body: string;
  signature: string;
  type: string;
}

export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  /** Resolves once `count` webhooks have arrived. */
  waitFor(count: number): Promise<ReceivedWebhook[]>;
  close(): Promise<void>;
}

/** Starts an endpoint like the shop's. `statusOf` chooses the status of each arrival, counted from 1. */
export async function startReceiver(statusOf: (arrival: number) => number = () => 200): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const waiters: { count: number; resolve: (received: ReceivedWebhook[]) => void }[] = [];
  const server = createServer(async (request, response) => {
    const body = await readText(request);
    received.push({ body, signature: String(request.headers['stripe-signature']), type: JSON.parse(body).type });
    response.statusCode = statusOf(received.length);
    response.end(() => {
      for (const waiter of waiters) if (received.length >= waiter.count) waiter.resolve(received);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks/stripe/1`,
    received,
    waitFor: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve(received);
        else waiters.push({ count, resolve });
      }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
