import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Faults, noFaults } from '../faults/faults';
import type { GlobalService } from '../global/global.service';
import type { PaystackService } from '../paystack/paystack.service';
import type { StripeService } from '../stripe/stripe.service';
import type { WebhookDispatcher } from '../webhooks/webhook-dispatcher';

interface ControlDependencies {
  faults: Faults;
  stripe: StripeService;
  paystack: PaystackService;
  global: GlobalService;
  webhooks: WebhookDispatcher;
  /** Resolves when the state is on disk. */
  save: () => Promise<void>;
}

interface DashboardRefund {
  provider: 'Stripe' | 'Paystack' | 'Global';
  reference: string;
  /** The amount in minor units; the remaining amount by default. */
  amount?: number;
}

/** The providers that tell their fees and their disputes. */
type Telling = 'Stripe' | 'Paystack';

interface NewDispute {
  provider: Telling;
  reference: string;
  /** The amount in minor units; the whole amount by default. */
  amount?: number;
  reason?: string;
  /** Stripe only: an inquiry withdraws no money. */
  isInquiry?: boolean;
}

interface DisputeEnd {
  provider: Telling;
  id: string;
  outcome: 'won' | 'lost';
  /** Stripe only: false if it keeps its fee although the dispute was won. */
  returnsFee?: boolean;
}

/** Lets tests and demonstrations control the sandbox. It accepts only JSON bodies, so that no web page can reach it with a form post. */
export function controlRoutes(app: FastifyInstance, dependencies: ControlDependencies) {
  const { faults, stripe, paystack, global, webhooks, save } = dependencies;

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

  /** Sends the webhooks that 'hold' or 'reorder' holds. `{"order":"reverse"}` sends the last one first. */
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

  /** Does what somebody outside the API does at a provider. A refusal of the provider is a 409. */
  async function act(reply: FastifyReply, work: () => unknown) {
    try {
      const result = work();
      await save();
      return { ok: true, ...(typeof result === 'object' && result !== null && 'id' in result && { id: result.id }) };
    } catch (error) {
      return reply.code(409).send({ message: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Refunds a payment like a person in the provider's dashboard. */
  app.post<{ Body: DashboardRefund }>('/__control/refund', ({ body: { provider, reference, amount } }, reply) =>
    act(reply, () => {
      if (provider === 'Stripe') stripe.refundInDashboard(reference, amount);
      else if (provider === 'Paystack') paystack.refundInDashboard(reference, amount);
      else global.rebateInConsole(reference, amount);
    }),
  );

  /** Tells the fee of a payment that the fault 'unknownFee' held back. */
  app.post<{ Body: { provider: Telling; reference: string } }>('/__control/fee', ({ body }, reply) =>
    act(reply, () => {
      if (body.provider === 'Stripe') stripe.tellFee(body.reference);
      else paystack.tellFee(body.reference);
    }),
  );

  /** Changes the fee of a payment later: at Stripe by another movement, at Paystack in the transaction. `by` is in minor units. */
  app.put<{ Body: { provider: Telling; reference: string; by: number } }>('/__control/fee', ({ body }, reply) =>
    act(reply, () => {
      if (body.provider === 'Stripe') stripe.changeFee(body.reference, body.by);
      else paystack.changeFee(body.reference, body.by);
    }),
  );

  /** Opens a dispute like the cardholder's bank. The response has its id. */
  app.post<{ Body: NewDispute }>('/__control/disputes', ({ body: { provider, reference, ...opened } }, reply) =>
    act(reply, () =>
      provider === 'Stripe' ? stripe.openDispute(reference, opened) : paystack.openDispute(reference, opened),
    ),
  );

  /** Sends the evidence of a dispute like a person in the provider's dashboard, so that the bank decides. */
  app.post<{ Body: { provider: Telling; id: string } }>('/__control/disputes/evidence', ({ body }, reply) =>
    act(reply, () =>
      body.provider === 'Stripe'
        ? stripe.disputes.submitEvidence(body.id)
        : paystack.disputes.submitEvidence(Number(body.id)),
    ),
  );

  /** Ends a dispute by the bank's decision. */
  app.post<{ Body: DisputeEnd }>('/__control/disputes/close', ({ body }, reply) =>
    act(reply, () =>
      body.provider === 'Stripe'
        ? stripe.disputes.close(body.id, body.outcome, body.returnsFee)
        : paystack.disputes.close(Number(body.id), body.outcome),
    ),
  );

  /** Pays out what a Stripe account has in one currency, as Stripe does each day. */
  app.post<{ Body: { publishableKey: string; currency: string } }>('/__control/stripe/payout', ({ body }, reply) =>
    act(reply, () => stripe.payOut(body.publishableKey, body.currency)),
  );

  /** Returns a payment as Global's console shows it: its partial refunds, and whether the whole amount was refunded. */
  app.get<{ Params: { orderId: string } }>('/__control/global/refunds/:orderId', ({ params }) =>
    global.refundsInConsole(params.orderId),
  );

  /** Makes a Stripe refund fail days after it was made. */
  app.post<{ Body: { id: string } }>('/__control/stripe/fail-refund', async (request) => {
    const refund = stripe.failRefund(request.body.id);
    await save();
    return refund;
  });

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
