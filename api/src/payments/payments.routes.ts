import { conflict, conflictWith } from 'core/errors';
import { idParameter } from 'core/http/id-parameter';
import { type App, named } from 'core/http/scope';
import { requireUser } from 'core/http/session';
import { requireRecentProof } from 'core/policy/recent-proof';
import { allow } from 'core/policy/require-policies';
import { Rounds } from 'core/workers';
import {
  cartSchema,
  errorSchema,
  newPaystackPaymentSchema,
  one,
  paymentResultSchema,
  payReferenceSchema,
  payWithGlobalSchema,
  startGlobalSchema,
  startPaymentSchema,
  startStripeSchema,
  stitchResultSchema,
  stitchReturnSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule, Deps } from '../deps';
import { handleOrderEmails } from '../ordering/orders/order-email.handler';
import { goLive } from './core/payments-mode';
import { watchedDisputes } from './disputes/watched-disputes';
import { watchedFees } from './ledger/watched-fees';
import { handlePaymentWork } from './payment.handlers';
import { type PaymentDeps, withProviders } from './providers/payment-deps';
import { splitOf } from './providers/paystack-provider';
import { registerCancellation, registerRefunds } from './refund/refund.routes';
import { handleReturnedPayments } from './refund/returned-payment.handler';
import { watchedRefunds } from './refund/watched-refunds';
import { checkSecrets } from './secrets';
import { type FinishPaymentInput, finishPayment } from './settle/finish-payment.command';
import { Reconciler } from './settle/reconciler';
import { returnFromStitch } from './settle/return-from-stitch.command';
import { storeWebhook } from './settle/webhook-events';
import { placeFree } from './start/place-free.command';
import { startPayment } from './start/start-payment.command';
import { ProviderWatch } from './watch/provider-watch';

const RECONCILE_MS = 15_000;
const PROVIDER_WATCH_MS = 3_600_000;

/** A 409 whose `data` is the current cart. */
const cartConflict = conflictWith(cartSchema);
const cartParams = z.object({ id: idParameter });
const newPaymentQuery = z.object({
  cart_id: idParameter,
  provider: z.literal('Paystack').optional(),
  version: z.coerce.number().pipe(z.int().positive()).optional(),
});

export const paymentsModule: ApiModule = async (app, given) => {
  const deps = withProviders(given);
  handlePaymentWork(deps);
  handleReturnedPayments(deps);
  handleOrderEmails(deps);
  const reconciler = new Reconciler(deps);
  deps.workers.add(
    new Rounds({ name: 'reconciler', everyMs: RECONCILE_MS, log: app.log, run: () => reconciler.reconcile() }),
  );
  const watch = new ProviderWatch(deps, [watchedRefunds(deps), watchedDisputes(deps), watchedFees(deps)]);
  deps.workers.add(
    new Rounds({ name: 'provider-watch', everyMs: PROVIDER_WATCH_MS, log: app.log, run: () => watch.runRound() }),
  );
  // A command on the server pays nothing, and may be the one that corrects the keys.
  if (deps.commandToken === null) app.addHook('onReady', () => checkSecrets(deps));

  registerStarts(app, deps);
  registerFinishes(app, deps);
  registerFree(app, deps);
  registerStitch(app, deps);
  registerCancellation(app, deps);
  registerRefunds(app, deps);
  registerMode(app, deps);
  await app.register(named('webhooks', async (scope: App) => registerWebhooks(scope, deps)));
};

function registerMode(app: App, { db }: Deps) {
  app.post(
    '/payments/live',
    {
      config: { policy: 'site operator' },
      schema: {
        body: z.object({ dry_run: z.boolean().default(false) }),
        response: { 200: z.object({ data: z.object({ payments: z.literal('live') }) }) },
      },
    },
    async (request) => {
      const { isCommandLine } = allow(request, {});
      if (!isCommandLine) {
        throw conflict('SITE_IS_RUNNING', 'A running site keeps its payments. Stop it and ask with --offline.');
      }
      requireRecentProof(request);
      await goLive(db, { isDryRun: request.body.dry_run });
      return { data: { payments: 'live' as const } };
    },
  );
}

function registerStarts(app: App, deps: PaymentDeps) {
  app.post(
    '/carts/:id/start-stripe',
    {
      config: { policy: 'buyer' },
      schema: { params: cartParams, body: startPaymentSchema, response: { 200: startStripeSchema, 409: cartConflict } },
    },
    async (request) => {
      const { clientSecret } = await startPayment(deps, {
        cartId: request.params.id,
        session: requireUser(request),
        provider: 'Stripe',
        version: request.body?.version ?? null,
      });
      return { secret: { clientSecret } };
    },
  );

  app.get(
    '/carts/newpayment',
    {
      config: { policy: 'buyer' },
      schema: { querystring: newPaymentQuery, response: { 200: newPaystackPaymentSchema, 409: cartConflict } },
    },
    async (request) => {
      const { reference, clientSecret, amountMinor, currency, shares } = await startPayment(deps, {
        cartId: request.query.cart_id,
        session: requireUser(request),
        provider: 'Paystack',
        version: request.query.version ?? null,
      });
      return {
        source_id: reference,
        access_code: clientSecret,
        amount: amountMinor,
        currency,
        split: splitOf(shares),
      };
    },
  );

  app.post(
    '/carts/:id/start-global',
    {
      config: { policy: 'buyer' },
      schema: { params: cartParams, body: startPaymentSchema, response: { 200: startGlobalSchema, 409: cartConflict } },
    },
    async (request) => {
      const { clientSecret } = await startPayment(deps, {
        cartId: request.params.id,
        session: requireUser(request),
        provider: 'Global',
        version: request.body?.version ?? null,
      });
      return { secret: clientSecret, hpp_url: deps.config.payments.globalHppUrl };
    },
  );
}

/** This route is an addition to the specification: a cart with a total of 0 has no payment to start. */
function registerFree(app: App, deps: PaymentDeps) {
  app.post(
    '/carts/:id/place-free',
    {
      config: { policy: 'buyer' },
      schema: {
        params: cartParams,
        body: startPaymentSchema,
        response: { 200: one(paymentResultSchema), 409: cartConflict },
      },
    },
    async (request) => {
      const data = await placeFree(deps, {
        cartId: request.params.id,
        session: requireUser(request),
        version: request.body?.version ?? null,
      });
      return { data };
    },
  );
}

/** The address to which Stitch returns the buyer. No payment starts there now, because no screen offers it. */
function registerStitch(app: App, deps: PaymentDeps) {
  app.get(
    '/stitch/return',
    {
      config: { policy: 'buyer' },
      schema: { querystring: stitchReturnSchema, response: { 200: one(stitchResultSchema) } },
    },
    async (request) => {
      return { data: await returnFromStitch(deps, requireUser(request), request.query.id) };
    },
  );
}

function registerFinishes(app: App, deps: PaymentDeps) {
  const responses = { 200: one(paymentResultSchema), 202: one(paymentResultSchema), 409: errorSchema };
  const finish = async (input: FinishPaymentInput) => {
    const data = await finishPayment(deps, input);
    return { status: data.state === 'processing' ? (202 as const) : (200 as const), body: { data } };
  };

  for (const [path, provider] of [
    ['/carts/:id/pay-with-stripe', 'Stripe'],
    ['/carts/:id/pay-with-paystack', 'Paystack'],
  ] as const) {
    app.post(
      path,
      { config: { policy: 'buyer' }, schema: { params: cartParams, body: payReferenceSchema, response: responses } },
      async (request, reply) => {
        const { reference } = request.body;
        const session = requireUser(request);
        const { status, body } = await finish({ cartId: request.params.id, session, provider, reference });
        return reply.status(status).send(body);
      },
    );
  }

  app.post(
    '/carts/:id/pay-with-global',
    { config: { policy: 'buyer' }, schema: { params: cartParams, body: payWithGlobalSchema, response: responses } },
    async (request, reply) => {
      const { reference, response: signedReply } = request.body;
      const session = requireUser(request);
      const { status, body } = await finish({
        cartId: request.params.id,
        session,
        provider: 'Global',
        reference,
        ...(signedReply !== undefined && { signedReply }),
      });
      return reply.status(status).send(body);
    },
  );
}

/** The body has no schema, because the provider defines it. */
const webhookBody = z.unknown().meta({ type: 'object' });

/** The provider signs the raw body, so this scope parses nothing. */
function registerWebhooks(
  app: Pick<App, 'post' | 'addContentTypeParser' | 'removeAllContentTypeParsers'>,
  deps: PaymentDeps,
) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post<{ Params: { provider: string; venue: string }; Body: unknown }>(
    '/webhooks/:provider/:venue',
    {
      config: { policy: 'webhook' },
      schema: { body: webhookBody, response: { 200: one(z.object({ received: z.literal(true) })) } },
    },
    async (request) => {
      const { provider, venue } = request.params;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await storeWebhook(deps, { providerPath: provider, venue, body, headers: request.headers });
      return { data: { received: true as const } };
    },
  );
}
