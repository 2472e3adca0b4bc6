import type { FastifyInstance, FastifyRequest } from 'fastify';
import { applyFaults } from '../faults/fault-hooks';
import type { Faults } from '../faults/faults';
import {
  type ChargeInput,
  type Initialization,
  type PaystackService,
  PaystackWireError,
  presentTransaction,
} from './paystack.service';

interface PaystackRouteDependencies {
  paystack: PaystackService;
  faults: Faults;
  /** Resolves when the state is on disk. Each response waits for it. */
  save: () => Promise<void>;
}

interface RefundBody {
  transaction?: string | number;
  amount?: string | number;
  merchant_note?: string;
}

interface RefundQuery {
  transaction?: string;
  from?: string;
  perPage?: string;
  page?: string;
}

const FAILURE = JSON.stringify({ status: false, message: 'The sandbox was told to fail this call.' });

/** Serves the part of Paystack's HTTP API that the product uses, and the requests of the popup page. */
export async function paystackRoutes(app: FastifyInstance, { paystack, faults, save }: PaystackRouteDependencies) {
  applyFaults(app, faults, save, FAILURE);

  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof PaystackWireError ? error.status : 400;
    return reply.code(status).send({ status: false, message: error instanceof Error ? error.message : String(error) });
  });

  app.post<{ Body: Initialization | null }>('/transaction/initialize', (request) => {
    const record = paystack.initialize(paystack.accountOfSecret(keyOf(request)), request.body ?? {});
    const data = {
      authorization_url: `${request.protocol}://${request.host}/${record.accessCode}`,
      access_code: record.accessCode,
      reference: record.reference,
    };
    return { status: true, message: 'Authorization URL created', data };
  });

  app.get<{ Params: { reference: string } }>('/transaction/verify/:reference', (request) => {
    const record = paystack.verify(paystack.accountOfSecret(keyOf(request)), request.params.reference);
    return { status: true, message: 'Verification successful', data: presentTransaction(record) };
  });

  app.post<{ Body: RefundBody | null }>('/refund', (request) => {
    const account = paystack.accountOfSecret(keyOf(request));
    const { transaction, ...input } = request.body ?? {};
    const { id, amount, merchantNote } = paystack.refund(account, String(transaction ?? ''), input);
    const data = { id, status: 'pending', amount, merchant_note: merchantNote };
    return { status: true, message: 'Refund has been queued for processing', data };
  });

  app.get<{ Querystring: RefundQuery }>('/refund', (request) => {
    const account = paystack.accountOfSecret(keyOf(request));
    const { transaction, from = '1970-01-01', perPage = '50', page = '1' } = request.query;
    const refunds =
      transaction === undefined
        ? paystack.refundsSince(account, from).map((refund) => ({ ...refund, reference: refund.transaction.reference }))
        : paystack.refundsOf(account, Number(transaction)).map((refund) => ({ ...refund, reference: undefined }));
    const start = (Number(page) - 1) * Number(perPage);
    const data = refunds
      .slice(start, start + Number(perPage))
      .map(({ id, amount, merchantNote, createdAt, reference }) => ({
        id,
        status: 'processed',
        amount,
        merchant_note: merchantNote,
        createdAt,
        transaction_reference: reference,
      }));
    return { status: true, message: 'Refunds retrieved', data };
  });

  app.get<{ Params: { code: string } }>('/transaction/verify_access_code/:code', (request, reply) => {
    reply.header('access-control-allow-origin', '*');
    const { id, accessCode, amount, currency, email, status } = paystack.ofAccessCode(request.params.code);
    const data = { id, access_code: accessCode, amount, currency, email, transaction_status: status };
    return { status: true, message: 'Access code validated', data };
  });

  /** Takes a card, a PIN and a one-time code from the sandbox's own popup. Paystack has no such route. */
  app.post<{ Params: { code: string }; Body: ChargeInput | null }>('/paystack/charge/:code', (request) =>
    paystack.charge(paystack.ofAccessCode(request.params.code), request.body ?? {}),
  );
}

function keyOf(request: FastifyRequest): string | null {
  const [scheme, value] = (request.headers.authorization ?? '').split(' ');
  return value && scheme?.toLowerCase() === 'bearer' ? value : null;
}
