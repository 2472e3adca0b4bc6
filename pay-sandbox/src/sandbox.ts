import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import type { SandboxConfig } from './config';
import { controlRoutes } from './control/control.routes';
import { type Faults, noFaults } from './faults/faults';
import { globalPages, globalRemote } from './global/global.routes';
import { GlobalService, type GlobalState } from './global/global.service';
import { pageStyles } from './pages';
import { paystackRoutes } from './paystack/paystack.routes';
import { PaystackService, type PaystackState } from './paystack/paystack.service';
import { paystackPages } from './paystack/paystack-pages.routes';
import { StateFile } from './state/state-file';
import { IdempotencyKeys, type StoredResponse } from './stripe/idempotency';
import { stripeRoutes } from './stripe/stripe.routes';
import { StripeService, type StripeState } from './stripe/stripe.service';
import { unixNow } from './stripe/stripe-objects';
import { stripePages } from './stripe/stripe-pages.routes';
import { stripeSignature } from './stripe/stripe-signature';
import { type Delivery, WebhookDispatcher } from './webhooks/webhook-dispatcher';

interface SandboxState {
  stripe: StripeState;
  stripeIdempotency: Record<string, StoredResponse>;
  paystack: PaystackState;
  global: GlobalState;
  deliveries: Delivery[];
}

export interface Sandbox {
  app: FastifyInstance;
  faults: Faults;
  webhooks: WebhookDispatcher;
  close(): Promise<void>;
}

/**
 * Assembles the sandbox, without listening on a port. Each provider has its own state, service and routes. All share the faults and the
 * webhooks.
 */
export async function buildSandbox(config: Omit<SandboxConfig, 'port' | 'host'>): Promise<Sandbox> {
  const stored = StateFile.load<Partial<SandboxState>>(config.statePath);
  const state: SandboxState = {
    stripeIdempotency: {},
    global: { orders: {} },
    deliveries: [],
    ...stored,
    // The file of an earlier version has fewer parts.
    stripe: { intents: {}, balance: {}, disputes: {}, transfers: {}, ...stored?.stripe },
    paystack: { transactions: {}, disputes: {}, ...stored?.paystack },
  };
  const file = new StateFile(config.statePath, () => state);
  const faults = noFaults();

  const webhooks: WebhookDispatcher = new WebhookDispatcher({
    faults,
    retryDelaysMs: config.webhookRetryDelaysMs,
    deliveries: state.deliveries,
    onChange: () => void file.save(),
    address: (delivery) => {
      if (delivery.provider === 'paystack') return paystack.webhookOf(delivery.accountId, delivery.body);
      const webhook = stripe.webhookOf(delivery.accountId);
      if (!webhook) return null;
      return {
        url: webhook.url,
        headers: { 'stripe-signature': stripeSignature(delivery.body, webhook.secret, unixNow()) },
      };
    },
  });
  const stripe = new StripeService({ accounts: config.stripe.accounts, state: state.stripe, faults, webhooks });
  const paystack = new PaystackService({
    accounts: config.paystack.accounts,
    state: state.paystack,
    faults,
    webhooks,
  });
  const global = new GlobalService({ ...config.global, state: state.global, faults });
  const save = () => file.save();

  // Stopping must not wait for a browser's idle keep-alive connection.
  const app = fastify({ logger: false, forceCloseConnections: true });
  app.get('/health', () => ({ status: 'ok' }));
  controlRoutes(app, { faults, stripe, paystack, global, webhooks, save });
  const idempotency = new IdempotencyKeys(state.stripeIdempotency);
  const { siteOrigins } = config;
  const parts: Readonly<Record<string, FastifyPluginAsync>> = {
    stripe: async (scope) => stripeRoutes(scope, { stripe, faults, idempotency, save }),
    'stripe pages': async (scope) => stripePages(scope, { siteOrigins }),
    paystack: async (scope) => paystackRoutes(scope, { paystack, faults, save }),
    'paystack pages': async (scope) => paystackPages(scope, { siteOrigins }),
    'global pages': async (scope) => globalPages(scope, { global, faults, save, siteOrigins }),
    'global remote': async (scope) => globalRemote(scope, { global, faults, save }),
  };
  // The plugin has a name, because Fastify would otherwise search all loaded modules, which slows the start of every test.
  for (const [name, part] of Object.entries(parts)) {
    await app.register(Object.assign(part, { [Symbol.for('fastify.display-name')]: name }));
  }
  await app.register(pageStyles);

  webhooks.resume();
  return {
    app,
    faults,
    webhooks,
    close: async () => {
      await app.close();
      await webhooks.close();
      await file.save();
    },
  };
}
