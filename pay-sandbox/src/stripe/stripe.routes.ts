import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StripeAccount } from '../config';
import { type Faults, takeFault } from '../faults/faults';
import type { IdempotencyKeys } from './idempotency';
import { STRIPE_API_VERSION, type StripeService } from './stripe.service';
import { StripeWireError } from './stripe-errors';
import { type FormObject, formList, formText, parseStripeForm } from './stripe-form';
import { newId, type PaymentIntent } from './stripe-objects';

interface StripeRouteDependencies {
  stripe: StripeService;
  idempotency: IdempotencyKeys;
  faults: Faults;
  /** Resolves when the state is on disk. Each response waits for it. */
  save: () => Promise<void>;
}

interface Reply {
  status: number;
  body: unknown;
}

interface IdParams {
  id: string;
}

/** Serves the part of Stripe's HTTP API that the product uses, for the official `stripe` package and for the card form in the browser. */
export async function stripeRoutes(app: FastifyInstance, dependencies: StripeRouteDependencies) {
  const { stripe, idempotency, faults, save } = dependencies;

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseStripeForm(String(body))),
  );

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'request-id': newId('req'), 'stripe-version': STRIPE_API_VERSION, 'cache-control': 'no-store' });
    if (faults.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.latencyMs));
    if (isFailing(request, 'before')) throw serverFailure();
  });

  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof StripeWireError) return reply.code(error.status).send({ error: error.body });
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    const message = error instanceof Error ? error.message : String(error);
    return reply.code(status).send({ error: { type: status < 500 ? 'invalid_request_error' : 'api_error', message } });
  });

  app.post('/v1/payment_intents', (request, reply) =>
    change(request, reply, (account, form) => stripe.create(account, form)),
  );
  app.get<{ Params: IdParams }>('/v1/payment_intents/:id', (request, reply) => {
    // The sandbox's script sends this from the shop's page, with the publishable key and the client secret in the address.
    reply.header('access-control-allow-origin', '*');
    const query = formOf(request.query);
    const key = keyOf(request, query);
    const intent = key?.startsWith('pk_')
      ? stripe.recordOfClient(stripe.accountOfPublishable(key), request.params.id, formText(query, 'client_secret'))
          .intent
      : stripe.retrieve(stripe.accountOfSecret(key), request.params.id);
    return withExpansions(intent, queryExpansions(request));
  });
  app.post<{ Params: IdParams }>('/v1/payment_intents/:id', (request, reply) =>
    change(request, reply, (account, form) => stripe.update(account, request.params.id, form)),
  );
  app.post<{ Params: IdParams }>('/v1/payment_intents/:id/confirm', (request, reply) => {
    // The sandbox's script confirms from the shop's page with a wallet token.
    reply.header('access-control-allow-origin', '*');
    const form = formOf(request.body);
    const key = keyOf(request, form);
    if (!key?.startsWith('pk_')) {
      return change(request, reply, (account) => stripe.confirm(account, request.params.id, form));
    }
    const account = stripe.accountOfPublishable(key);
    const record = stripe.recordOfClient(account, request.params.id, formText(form, 'client_secret'));
    return answerOnce(request, reply, account, () => stripe.confirmRecord(record, form));
  });
  app.post<{ Params: IdParams }>('/v1/payment_intents/:id/cancel', (request, reply) =>
    change(request, reply, (account, form) => stripe.cancel(account, request.params.id, form)),
  );
  app.post('/v1/refunds', (request, reply) => change(request, reply, (account, form) => stripe.refund(account, form)));
  app.get('/v1/refunds', (request) => {
    const query = formOf(request.query);
    const account = stripe.accountOfSecret(keyOf(request, query));
    const intentId = formText(query, 'payment_intent');
    const data =
      intentId === undefined
        ? stripe.refundsSince(account, Number(formText(query, 'created', 'gte') ?? 0))
        : stripe.refundsOf(account, intentId);
    return { object: 'list', data, has_more: false, url: '/v1/refunds' };
  });

  /** Takes the customer's reply from the sandbox's own 3-D Secure page. Stripe has no such route. */
  app.post<{ Params: IdParams }>('/three-d-secure/:id', async (request) => {
    const form = formOf(request.body);
    const account = stripe.accountOfPublishable(keyOf(request, form));
    const record = stripe.recordOfClient(account, request.params.id, formText(form, 'client_secret'));
    const intent = stripe.answerChallenge(record, formText(form, 'outcome') === 'complete' ? 'complete' : 'fail');
    await save();
    return intent;
  });

  function change(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (account: StripeAccount, form: FormObject) => unknown,
  ) {
    const form = formOf(request.body);
    const account = stripe.accountOfSecret(keyOf(request, form));
    return answerOnce(request, reply, account, () => work(account, form));
  }

  async function answerOnce(request: FastifyRequest, reply: FastifyReply, account: StripeAccount, work: () => unknown) {
    const key = request.headers['idempotency-key'];
    const scope = typeof key === 'string' ? `${account.id} ${key}` : null;
    const fingerprint = `${request.url} ${JSON.stringify(request.body ?? null)}`;
    const stored = scope ? idempotency.find(scope, fingerprint) : null;
    const response = stored ?? perform(work);
    if (stored) reply.header('idempotent-replayed', 'true');
    else if (scope) idempotency.store(scope, fingerprint, response.status, response.body);
    await save();
    if (isFailing(request, 'after')) throw serverFailure();
    const body =
      response.status < 400 ? withExpansions(response.body, formList(formOf(request.body), 'expand')) : response.body;
    return reply.code(response.status).send(body);
  }

  function withExpansions(body: unknown, expand: string[]): unknown {
    if (!expand.includes('latest_charge')) return body;
    const intent = body as PaymentIntent;
    return { ...intent, latest_charge: intent.latest_charge ? stripe.charge(intent.latest_charge) : null };
  }

  function isFailing(request: FastifyRequest, when: Faults['failure']['when']): boolean {
    return faults.failure.when === when && request.url.startsWith(faults.failure.path) && takeFault(faults.failure);
  }
}

/** Runs the work. The refusal of a card is stored like any other response, so a repeat with the same key gets it again. */
function perform(work: () => unknown): Reply {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    if (error instanceof StripeWireError && error.status === 402) return { status: 402, body: { error: error.body } };
    throw error;
  }
}

function serverFailure(): StripeWireError {
  return new StripeWireError(500, { type: 'api_error', message: 'The sandbox was told to fail this call.' });
}

function formOf(value: unknown): FormObject {
  return typeof value === 'object' && value !== null ? (value as FormObject) : {};
}

/** Reads the key of a call: a bearer token, the user name of basic authentication, or the `key` of the form. */
function keyOf(request: FastifyRequest, form: FormObject): string | null {
  const [scheme, value] = (request.headers.authorization ?? '').split(' ');
  if (value && scheme?.toLowerCase() === 'bearer') return value;
  if (value && scheme?.toLowerCase() === 'basic') {
    return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? null;
  }
  return formText(form, 'key') ?? null;
}

function queryExpansions(request: FastifyRequest): string[] {
  const [, query = ''] = request.url.split('?');
  return formList(parseStripeForm(query), 'expand');
}
