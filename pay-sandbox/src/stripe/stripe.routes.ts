import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StripeAccount } from '../config';
import { type Faults, takeFault } from '../faults/faults';
import type { IdempotencyKeys } from './idempotency';
import type { StripeService } from './stripe.service';
import { noSuchObject, StripeWireError } from './stripe-errors';
import { STRIPE_API_VERSION } from './stripe-events';
import { type FormObject, formList, formText, parseStripeForm } from './stripe-form';
import { isCreatedWithin, stripeList } from './stripe-list';
import { newId } from './stripe-objects';

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
    const query = queryOf(request);
    const key = keyOf(request, query);
    const isBrowser = key?.startsWith('pk_') ?? false;
    const account = isBrowser ? stripe.accountOfPublishable(key) : stripe.accountOfSecret(key);
    const intent = isBrowser
      ? stripe.recordOfClient(account, request.params.id, formText(query, 'client_secret')).intent
      : stripe.retrieve(account, request.params.id);
    return withExpansions(account, intent, query);
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
  list('/v1/refunds', (account, query) => {
    const intentId = formText(query, 'payment_intent');
    return intentId === undefined ? stripe.refundsOfAccount(account) : stripe.refundsOf(account, intentId);
  });

  list('/v1/balance_transactions', ({ id }, query) =>
    stripe.balance.list(id, {
      type: formText(query, 'type'),
      payout: formText(query, 'payout'),
      source: formText(query, 'source'),
    }),
  );
  app.get<{ Params: IdParams }>('/v1/balance_transactions/:id', (request) =>
    read(request, ({ id }) => {
      const transaction = stripe.balance.find(id, request.params.id);
      if (!transaction) throw noSuchObject('balance_transaction', request.params.id, 'id');
      return transaction;
    }),
  );

  list('/v1/disputes', ({ id }, query) =>
    stripe.disputes.list(id, {
      payment_intent: formText(query, 'payment_intent'),
      charge: formText(query, 'charge'),
    }),
  );
  app.get<{ Params: IdParams }>('/v1/disputes/:id', (request) =>
    read(request, ({ id }) => stripe.disputes.find(id, request.params.id)),
  );

  app.post('/v1/transfers', (request, reply) =>
    change(request, reply, (account, form) =>
      stripe.transfers.create(account.id, form, (id) => stripe.charge(account, id)),
    ),
  );
  list('/v1/transfers', ({ id }, query) =>
    stripe.transfers.list(id, {
      destination: formText(query, 'destination'),
      group: formText(query, 'transfer_group'),
    }),
  );
  app.get<{ Params: IdParams }>('/v1/transfers/:id', (request) =>
    read(request, ({ id }) => stripe.transfers.find(id, request.params.id)),
  );
  app.post<{ Params: IdParams }>('/v1/transfers/:id/reversals', (request, reply) =>
    change(request, reply, (account, form) => stripe.transfers.reverse(account.id, request.params.id, form)),
  );
  list<IdParams>('/v1/transfers/:id/reversals', ({ id }, _query, params) =>
    stripe.transfers.reversalsOf(id, params.id),
  );

  /** Takes the customer's reply from the sandbox's own 3-D Secure page. Stripe has no such route. */
  app.post<{ Params: IdParams }>('/three-d-secure/:id', async (request) => {
    const form = formOf(request.body);
    const account = stripe.accountOfPublishable(keyOf(request, form));
    const record = stripe.recordOfClient(account, request.params.id, formText(form, 'client_secret'));
    const intent = stripe.answerChallenge(record, formText(form, 'outcome') === 'complete' ? 'complete' : 'fail');
    await save();
    return intent;
  });

  /** Serves a list of an account's objects. `find` returns all of them, the latest first. */
  function list<Params = object>(
    path: string,
    find: (account: StripeAccount, query: FormObject, params: Params) => readonly { id: string; created: number }[],
  ) {
    app.get(path, (request) =>
      read(request, (account, query) => {
        const found = find(account, query, request.params as Params).filter(({ created }) =>
          isCreatedWithin(created, query),
        );
        return stripeList(found, query, request.url.split('?')[0] ?? path);
      }),
    );
  }

  function read(request: FastifyRequest, find: (account: StripeAccount, query: FormObject) => object): unknown {
    const query = queryOf(request);
    const account = stripe.accountOfSecret(keyOf(request, query));
    return withExpansions(account, find(account, query), query);
  }

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
    const body = response.status < 400 ? withExpansions(account, response.body, formOf(request.body)) : response.body;
    return reply.code(response.status).send(body);
  }

  function withExpansions(account: StripeAccount, body: unknown, form: FormObject): unknown {
    const paths = formList(form, 'expand').map((path) => path.split('.'));
    return paths.reduce((expanded, path) => expand(expanded, path, (id) => stripe.object(account, id)), body);
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

function queryOf(request: FastifyRequest): FormObject {
  const [, query = ''] = request.url.split('?');
  return parseStripeForm(query);
}

/**
 * Replaces the ids at a path of names with their objects, as `data.source` does in each object of a list.
 * @param find returns null for an object that the stand-in does not keep. Its id stays
 */
function expand(body: unknown, [name, ...rest]: readonly string[], find: (id: string) => unknown): unknown {
  if (name === undefined || typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body)) return body.map((each) => expand(each, [name, ...rest], find));
  const value = (body as Record<string, unknown>)[name];
  if (value === undefined) return body;
  const object = typeof value === 'string' ? (find(value) ?? value) : value;
  return { ...body, [name]: expand(object, rest, find) };
}
