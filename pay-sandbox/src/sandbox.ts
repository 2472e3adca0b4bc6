import fastify, { type FastifyInstance } from 'fastify';
import type { SandboxConfig } from './config';
import { controlRoutes } from './control/control.routes';
import { type Faults, noFaults } from './control/faults';
import { StateFile } from './state/state-file';
import { IdempotencyKeys, type KeptAnswer } from './stripe/idempotency';
import { stripeRoutes } from './stripe/stripe.routes';
import { StripeService, type StripeState } from './stripe/stripe.service';
import { unixNow } from './stripe/stripe-objects';
import { stripePages } from './stripe/stripe-pages.routes';
import { stripeSignature } from './stripe/stripe-signature';
import { type Delivery, WebhookDispatcher } from './webhooks/webhook-dispatcher';

interface SandboxState {
  stripe: StripeState;
  stripeIdempotency: Record<string, KeptAnswer>;
  deliveries: Delivery[];
}

export interface Sandbox {
  app: FastifyInstance;
  faults: Faults;
  webhooks: WebhookDispatcher;
  close(): Promise<void>;
}

/** Assembles the sandbox; the caller listens. Each provider brings its state, service and routes, and shares faults and webhooks. */
export async function buildSandbox(config: Omit<SandboxConfig, 'port' | 'host'>): Promise<Sandbox> {
  const state: SandboxState = StateFile.load<SandboxState>(config.statePath) ?? {
    stripe: { intents: {} },
    stripeIdempotency: {},
    deliveries: [],
  };
  const file = new StateFile(config.statePath, () => state);
  const faults = noFaults();

  const webhooks: WebhookDispatcher = new WebhookDispatcher({
    faults,
    retryDelaysMs: config.webhookRetryDelaysMs,
    deliveries: state.deliveries,
    onChange: () => void file.save(),
    address: (delivery) => {
      const webhook = stripe.webhookOf(delivery.accountId);
      if (!webhook) return null;
      return {
        url: webhook.url,
        headers: { 'stripe-signature': stripeSignature(delivery.body, webhook.secret, unixNow()) },
      };
    },
  });
  const stripe = new StripeService({ accounts: config.stripe.accounts, state: state.stripe, faults, webhooks });

  // Stopping must not wait for a browser's idle keep-alive connection.
  const app = fastify({ logger: false, forceCloseConnections: true });
  app.get('/health', () => ({ status: 'ok' }));
  controlRoutes(app, { faults, stripe, webhooks });
  await app.register(async (scope) => {
    await stripeRoutes(scope, {
      stripe,
      faults,
      idempotency: new IdempotencyKeys(state.stripeIdempotency),
      save: () => file.save(),
    });
  });
  await app.register(async (scope) => stripePages(scope, { siteOrigins: config.siteOrigins }));

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
