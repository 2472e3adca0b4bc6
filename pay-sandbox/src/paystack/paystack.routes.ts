import type { FastifyInstance, FastifyRequest } from 'fastify';
import { applyFaults } from '../faults/fault-hooks';
import type { Faults } from '../faults/faults';
import type { ChargeInput, Initialization, PaystackService } from './paystack.service';
import { PaystackWireError } from './paystack-errors';
import { type ListQuery, paystackList } from './paystack-list';
import { presentTransaction } from './paystack-transaction';

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

interface TransactionQuery extends ListQuery {
  status?: string;
}

interface RefundQuery extends ListQuery {
  /** The transaction's own number. */
  transaction?: string;
}

interface DisputeQuery extends RefundQuery {
  status?: string;
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

  app.get<{ Querystring: TransactionQuery }>('/transaction', (request) => {
    const account = paystack.accountOfSecret(keyOf(request));
    const { status } = request.query;
    const transactions = paystack
      .transactionsOf(account)
      .filter((transaction) => status === undefined || transaction.status === status);
    const { data, meta } = paystackList(transactions, ({ createdAt }) => createdAt, request.query);
    return { status: true, message: 'Transactions retrieved', data: data.map(presentTransaction), meta };
  });

  app.get<{ Querystring: RefundQuery }>('/refund', (request) => {
    const account = paystack.accountOfSecret(keyOf(request));
    const wanted = request.query.transaction;
    const refunds =
      wanted === undefined ? paystack.refundsOfAccount(account) : paystack.refundsOf(account, Number(wanted));
    const { data, meta } = paystackList(refunds, ({ createdAt }) => createdAt, request.query);
    const listed = data.map(({ id, amount, merchantNote, createdAt, transaction, dispute }) => ({
      id,
      transaction: transaction.id,
      dispute: dispute ?? null,
      domain: 'test',
      status: 'processed',
      amount,
      currency: transaction.currency,
      merchant_note: merchantNote,
      createdAt,
      // Paystack sends the reference only in the lists of an account.
      ...(wanted === undefined && { transaction_reference: transaction.reference }),
    }));
    return { status: true, message: 'Refunds retrieved', data: listed, meta };
  });

  app.get<{ Querystring: DisputeQuery }>('/dispute', (request) => {
    const account = paystack.accountOfSecret(keyOf(request));
    const { transaction, status, ...query } = request.query;
    const disputes = paystack.disputes.list(account, {
      ...(transaction !== undefined && { transactionId: Number(transaction) }),
      ...(status !== undefined && { status }),
    });
    const { data, meta } = paystackList(disputes, ({ createdAt }) => createdAt, query);
    const listed = data.map((dispute) => paystack.disputes.present(dispute));
    return { status: true, message: 'Disputes retrieved', data: listed, meta };
  });

  app.get<{ Params: { id: string } }>('/dispute/:id', (request) => {
    const account = paystack.accountOfSecret(keyOf(request));
    const dispute = paystack.disputes.find(account, Number(request.params.id));
    return { status: true, message: 'Dispute retrieved', data: paystack.disputes.present(dispute) };
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
