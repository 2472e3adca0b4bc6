import type { FastifyInstance } from 'fastify';
import { type Faults, noFaults } from '../faults/faults';
import type { PaystackService } from '../paystack/paystack.service';
import type { StripeService } from '../stripe/stripe.service';
import type { WebhookDispatcher } from '../webhooks/webhook-dispatcher';

interface ControlDependencies {
  faults: Faults;
  stripe: StripeService;
  paystack: PaystackService;
  webhooks: WebhookDispatcher;
}

/** Control for tests and demonstrations. Only JSON bodies are accepted, so that no web page can reach it with a plain form post. */
export function controlRoutes(app: FastifyInstance, { faults, stripe, paystack, webhooks }: ControlDependencies) {
  app.get('/__control', () => ({
    faults,
    webhooks: webhooks.log(),
    waiting: webhooks.waiting(),
    counts: webhooks.counts(),
  }));

  /** Merges the given faults into those already set: `{"webhooks":{"mode":"drop"}}`. */
  app.put<{ Body: Record<string, unknown> }>('/__control/faults', (request, reply) => {
    const unknown = mergeKnown(faults as unknown as Record<string, unknown>, request.body ?? {});
    if (unknown) return reply.code(400).send({ message: unknown });
    return faults;
  });

  app.delete('/__control/faults', () => Object.assign(faults, noFaults()));

  /** Sends what 'hold' or 'reorder' holds. `{"order":"reverse"}` sends the last one first. */
  app.post<{ Body: { order?: 'given' | 'reverse' } | null }>('/__control/webhooks/release', (request) => ({
    released: webhooks.release(request.body?.order ?? 'given'),
  }));

  /** Ends the processing of a payment that the fault 'processing' left open. */
  app.post<{ Body: { id: string; outcome?: 'succeeded' | 'failed' } }>('/__control/stripe/settle', (request) =>
    stripe.settleProcessing(request.body.id, request.body.outcome ?? 'succeeded'),
  );

  app.post<{ Body: { reference: string; outcome?: 'success' | 'failed' } }>('/__control/paystack/settle', (request) =>
    paystack.settleProcessing(request.body.reference, request.body.outcome ?? 'success'),
  );

  app.put<{ Body: { publicKey: string; url: string } }>('/__control/paystack/webhook-url', (request, reply) => {
    if (!paystack.setWebhookUrl(request.body.publicKey, request.body.url)) {
      return reply.code(404).send({ message: `No Paystack account has the key ${request.body.publicKey}.` });
    }
    webhooks.resume();
    return { ok: true };
  });

  /** Gives an account, named by its publishable key, another webhook address. */
  app.put<{ Body: { publishableKey: string; url: string } }>('/__control/stripe/webhook-url', (request, reply) => {
    if (!stripe.setWebhookUrl(request.body.publishableKey, request.body.url)) {
      return reply.code(404).send({ message: `No account with a webhook has the key ${request.body.publishableKey}.` });
    }
    webhooks.resume();
    return { ok: true };
  });
}

function mergeKnown(target: Record<string, unknown>, source: Record<string, unknown>, path = ''): string | null {
  for (const [key, value] of Object.entries(source)) {
    if (!Object.hasOwn(target, key)) return `There is no fault '${path}${key}'.`;
    const current = target[key];
    if (typeof current === 'object' && current !== null && typeof value === 'object' && value !== null) {
      const unknown = mergeKnown(
        current as Record<string, unknown>,
        value as Record<string, unknown>,
        `${path}${key}.`,
      );
      if (unknown) return unknown;
    } else if (typeof current === typeof value) {
      target[key] = value;
    } else {
      return `Fault '${path}${key}' wants a ${typeof current}.`;
    }
  }
  return null;
}
