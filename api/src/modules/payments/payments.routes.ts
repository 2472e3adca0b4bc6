import {
  idSchema,
  one,
  paymentResultSchema,
  payReferenceSchema,
  startPaymentSchema,
  startStripeSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule, App } from '../../api-module';
import { ApiError, conflict, notFound } from '../../errors';
import { guarded, requireUser, type Session } from '../../plugins/session';
import { ownCart } from '../carts/cart.policy';
import { finishPayment } from './finish-payment.command';
import { handlePaymentWork } from './payment.lanes';
import { Payments } from './payments';
import { Reconciler } from './reconciler';
import { startPayment } from './start-payment.command';
import { storeWebhook } from './webhook-events';

const cartParams = z.object({ id: z.coerce.number().pipe(idSchema) });

export const paymentsModule: ApiModule = async (app, deps) => {
  const payments = new Payments(deps, app.log);
  handlePaymentWork(payments);
  deps.workers.add(new Reconciler(payments));
  app.addHook('onReady', () => payments.checkSecrets());

  app.post(
    '/carts/:id/start-stripe',
    {
      onRequest: guarded,
      schema: { params: cartParams, body: startPaymentSchema, response: { 200: startStripeSchema } },
    },
    async (request, reply) => {
      const { clientSecret } = await startPayment(payments, {
        cartId: request.params.id,
        session: requireUser(request),
        provider: 'Stripe',
        version: request.body?.version ?? null,
      });
      reply.header('cache-control', 'no-store');
      return { secret: { clientSecret } };
    },
  );

  app.post(
    '/carts/:id/pay-with-stripe',
    {
      onRequest: guarded,
      schema: {
        params: cartParams,
        body: payReferenceSchema,
        response: { 200: one(paymentResultSchema), 202: one(paymentResultSchema) },
      },
    },
    async (request, reply) => {
      const data = await finishPayment(payments, {
        cartId: request.params.id,
        session: requireUser(request),
        provider: 'Stripe',
        reference: request.body.reference,
      });
      return reply.status(data.state === 'processing' ? 202 : 200).send({ data });
    },
  );

  registerProvidersToCome(app, payments);
  await app.register(async (scope) => registerWebhooks(scope, payments));
};

/** The raw body is what was signed, so this scope parses nothing. */
function registerWebhooks(
  app: Pick<App, 'post' | 'addContentTypeParser' | 'removeAllContentTypeParsers'>,
  payments: Payments,
) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post<{ Params: { provider: string; venue: string }; Body: unknown }>(
    '/webhooks/:provider/:venue',
    async (request) => {
      const { provider, venue } = request.params;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await storeWebhook(payments, { providerPath: provider, venue, body, headers: request.headers });
      return { data: { received: true } };
    },
  );
}

/** The calls of the other providers exist, so that a client learns what is the matter. */
function registerProvidersToCome(app: App, payments: Payments) {
  const refuse = async (cartId: number, session: Session, provider: 'Paystack' | 'Global'): Promise<never> => {
    const cart = await ownCart(payments.db, session, cartId);
    const venue = await payments.db
      .selectFrom('venues')
      .select('payment_provider')
      .where('id', '=', cart.venue_id)
      .executeTakeFirstOrThrow();
    if (venue.payment_provider !== provider) {
      throw conflict('WRONG_PROVIDER', `This venue takes payments with ${venue.payment_provider}.`);
    }
    throw new ApiError(501, 'PROVIDER_NOT_READY', `Payments with ${provider} are not available yet.`);
  };
  app.get(
    '/carts/newpayment',
    { onRequest: guarded, schema: { querystring: z.object({ cart_id: z.coerce.number().pipe(idSchema) }) } },
    (request) => refuse(request.query.cart_id, requireUser(request), 'Paystack'),
  );
  const calls = [
    ['/carts/:id/pay-with-paystack', 'Paystack'],
    ['/carts/:id/start-global', 'Global'],
    ['/carts/:id/pay-with-global', 'Global'],
  ] as const;
  for (const [path, provider] of calls) {
    app.post(path, { onRequest: guarded, schema: { params: cartParams } }, (request) =>
      refuse(request.params.id, requireUser(request), provider),
    );
  }
  app.get('/stitch/return', { onRequest: guarded }, async () => {
    throw notFound('Payment');
  });
}
