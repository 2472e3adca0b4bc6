import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { applyFaults } from '../faults/fault-hooks';
import type { Faults } from '../faults/faults';
import { htmlPage, pageHeaders } from '../pages';
import {
  type BankOutcome,
  OUTCOMES,
  type PaymentRequestRecord,
  StitchRefusal,
  type StitchService,
} from './stitch.service';

interface StitchRouteDependencies {
  stitch: StitchService;
  faults: Faults;
  save: () => Promise<void>;
  siteOrigins: string[];
}

const SCOPES = ['client_paymentrequest', 'client_refund'];
const BROWSER_FOLDER = join(__dirname, 'browser');
const FAILURE = JSON.stringify({ errors: [{ message: 'The sandbox was told to fail this call.' }] });

interface GraphqlCall {
  query?: string;
  variables?: Record<string, unknown>;
}

/** Stitch's token and GraphQL addresses: the operations that the product uses, told apart by the field they ask for. */
export async function stitchRoutes(
  app: FastifyInstance,
  { stitch, faults, save }: Omit<StitchRouteDependencies, 'siteOrigins'>,
) {
  applyFaults(app, faults, save, FAILURE);
  takeForms(app);

  app.post<{ Body: Record<string, string> | null }>('/connect/token', (request, reply) => {
    const { grant_type, client_id = '', client_secret = '', scope = '' } = request.body ?? {};
    const scopes = scope.split(' ');
    const isAsked = grant_type === 'client_credentials' && scopes.every((one) => SCOPES.includes(one));
    const token = isAsked ? stitch.issueToken(client_id, client_secret, scopes) : null;
    if (!token) return reply.code(400).send({ error: isAsked ? 'invalid_client' : 'invalid_request' });
    return { access_token: token.value, expires_in: token.lastsSeconds, token_type: 'Bearer', scope };
  });

  app.post<{ Body: GraphqlCall | null }>('/stitch/graphql', (request, reply) => {
    const { query = '', variables = {} } = request.body ?? {};
    const scope = /\b(clientRefundInitiate|refunds)\b/.test(query) ? 'client_refund' : 'client_paymentrequest';
    const clientId = stitch.clientOfToken(bearerOf(request), scope);
    if (clientId === null) return reply.code(401).send(errorBody('UNAUTHENTICATED', 'The token is not valid'));
    try {
      return { data: resolve(stitch, clientId, query, variables, `${request.protocol}://${request.host}`) };
    } catch (error) {
      if (error instanceof StitchRefusal) return errorBody(error.code, error.message);
      throw error;
    }
  });
}

/** The page that replaces the buyer's bank. It is a page of its own, not a frame: it leads back with a form's response. */
export async function stitchPages(
  app: FastifyInstance,
  { stitch, faults, save, siteOrigins }: StitchRouteDependencies,
) {
  const shops = ['http://localhost:*', 'http://127.0.0.1:*', ...siteOrigins];
  pageHeaders(app, { formAction: ["'self'", ...shops], frameAncestors: ["'none'"] });
  applyFaults(app, faults, save, 'The sandbox was told to fail this call.');
  takeForms(app);

  const show = async (reply: FastifyReply, values: Record<string, string>) => {
    const body = await readFile(join(BROWSER_FOLDER, 'bank-page.html'), 'utf8');
    return reply.type('text/html; charset=utf-8').send(htmlPage({ title: 'Pay with your bank', body, values }));
  };
  const returnAddress = (request: FastifyRequest<{ Querystring: { redirect_uri?: string } }>): URL | null => {
    const address = request.query.redirect_uri ?? '';
    const url = URL.canParse(address) ? new URL(address) : null;
    const isShop = url && (['localhost', '127.0.0.1'].includes(url.hostname) || siteOrigins.includes(url.origin));
    return isShop ? url : null;
  };

  app.setErrorHandler((error, _request, reply) =>
    show(reply.code(error instanceof StitchRefusal ? 404 : 500), {
      refusal: error instanceof Error ? error.message : String(error),
    }),
  );
  app.get<{ Params: { key: string }; Querystring: { redirect_uri?: string } }>(
    '/stitch/pay/:key',
    async (request, reply) => {
      const { quantity, currency, beneficiaryReference, state } = stitch.ofKey(request.params.key);
      const back = returnAddress(request);
      if (!back) return show(reply.code(400), { refusal: 'This redirect_uri is not on the list of the account' });
      const refusal = state === 'Pending' ? '' : `This payment is ${state.toLowerCase()}`;
      return show(reply, { amount: `${currency} ${quantity}`, reference: beneficiaryReference, refusal });
    },
  );
  app.post<{ Params: { key: string }; Querystring: { redirect_uri?: string }; Body: { outcome?: string } | null }>(
    '/stitch/pay/:key',
    async (request, reply) => {
      const record = stitch.ofKey(request.params.key);
      const outcome = request.body?.outcome ?? '';
      const back = returnAddress(request);
      if (!back || !isOutcome(outcome)) return show(reply.code(400), { refusal: 'This choice makes no sense' });
      stitch.decide(record, outcome);
      back.searchParams.set('id', record.id);
      back.searchParams.set('status', OUTCOMES[outcome]);
      if (record.externalReference !== null) back.searchParams.set('externalReference', record.externalReference);
      return reply.redirect(back.href, 303);
    },
  );
}

function resolve(
  stitch: StitchService,
  clientId: string,
  query: string,
  variables: Record<string, unknown>,
  here: string,
): object {
  const input = (variables.input ?? {}) as Record<string, unknown>;
  const id = String(input.paymentRequestId ?? '');
  if (/\bclientPaymentInitiationRequestCreate\b/.test(query)) {
    const { id, key } = stitch.create(clientId, input);
    return {
      clientPaymentInitiationRequestCreate: { paymentInitiationRequest: { id, url: `${here}/stitch/pay/${key}` } },
    };
  }
  if (/\bclientPaymentInitiationRequestCancel\b/.test(query)) {
    stitch.cancel(clientId, id);
    return {
      clientPaymentInitiationRequestCancel: { __typename: 'ClientPaymentInitiationRequestCancelPayload' },
    };
  }
  if (/\bclientRefundInitiate\b/.test(query)) {
    const { quantity } = (input.amount ?? {}) as { quantity?: unknown };
    const refund = stitch.refund(clientId, id, String(input.nonce ?? ''), String(quantity));
    return { clientRefundInitiate: { refund } };
  }
  if (/\brefunds\b/.test(query)) {
    const found = stitch.findRefund(clientId, String(variables.nonce ?? ''));
    const status = { __typename: 'RefundSubmitted' };
    return { client: { refunds: { edges: found ? [{ node: { ...found, status } }] : [] } } };
  }
  if (/\bnode\b/.test(query)) return { node: presentRequest(stitch.find(clientId, String(variables.id ?? ''))) };
  throw new StitchRefusal('BAD_USER_INPUT', 'The sandbox does not know this operation');
}

function presentRequest(record: PaymentRequestRecord | null) {
  if (!record) return null;
  const { id, externalReference, quantity, currency, state } = record;
  return {
    id,
    externalReference,
    amount: { quantity, currency },
    state: { __typename: `PaymentInitiationRequest${state}` },
  };
}

function errorBody(code: string, message: string) {
  return { data: null, errors: [{ message, extensions: { code } }] };
}

function bearerOf(request: FastifyRequest): string | null {
  const [scheme, value] = (request.headers.authorization ?? '').split(' ');
  return value && scheme?.toLowerCase() === 'bearer' ? value : null;
}

function isOutcome(value: string): value is BankOutcome {
  return Object.hasOwn(OUTCOMES, value);
}

function takeForms(app: FastifyInstance) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
