import { randomUUID } from 'node:crypto';
import type { StitchClient } from '../config';
import { type Faults, takeFault } from '../faults/faults';
import { randomText } from '../stripe/stripe-objects';

export interface PaymentRequestRecord {
  clientId: string;
  /** Stitch's own: 'payreq/' and a UUID, in base64. */
  id: string;
  /** The last part of the page's address. */
  key: string;
  quantity: string;
  currency: string;
  payerReference: string;
  beneficiaryReference: string;
  externalReference: string | null;
  state: 'Pending' | 'Completed' | 'Cancelled' | 'Expired';
  /** In rand, by their nonce. */
  refunds: Record<string, string>;
}

export interface StitchState {
  requests: Record<string, PaymentRequestRecord>;
}

/** One entry of GraphQL's `errors`. */
export class StitchRefusal extends Error {
  constructor(
    readonly code: 'BAD_USER_INPUT' | 'INVALID_STATE' | 'NOT_FOUND',
    message: string,
  ) {
    super(message);
  }
}

/** The buyer's choices at the bank, each with the status that the return address gets. */
export const OUTCOMES = {
  complete: 'complete',
  fail: 'failed',
  close: 'closed',
} as const;
export type BankOutcome = keyof typeof OUTCOMES;

interface StitchServiceOptions {
  clients: StitchClient[];
  state: StitchState;
  faults: Faults;
}

const TOKEN_LASTS_S = 3_600;

/** Bank payments with Stitch's life cycle. Knows nothing of HTTP or GraphQL; refusals are thrown as StitchRefusal. */
export class StitchService {
  /** Tokens end with the process, as they do with time. */
  private readonly tokens = new Map<string, { clientId: string; scopes: readonly string[]; endsAt: number }>();

  constructor(private readonly options: StitchServiceOptions) {}

  /** null for unknown credentials. */
  issueToken(
    clientId: string,
    clientSecret: string,
    scopes: readonly string[],
  ): { value: string; lastsSeconds: number } | null {
    const isClient = this.options.clients.some(
      (client) => client.clientId === clientId && client.clientSecret === clientSecret,
    );
    if (!isClient) return null;
    const value = randomText(40);
    this.tokens.set(value, { clientId, scopes, endsAt: Date.now() + TOKEN_LASTS_S * 1_000 });
    return { value, lastsSeconds: TOKEN_LASTS_S };
  }

  /** The client that a token of this scope belongs to, or null. */
  clientOfToken(token: string | null, scope: string): string | null {
    const known = token === null ? undefined : this.tokens.get(token);
    return known && known.endsAt > Date.now() && known.scopes.includes(scope) ? known.clientId : null;
  }

  /** @throws StitchRefusal */
  create(clientId: string, input: Record<string, unknown>): PaymentRequestRecord {
    const { quantity, currency } = (input.amount ?? {}) as Record<string, unknown>;
    const isAmount = typeof quantity === 'string' && /^\d+\.\d\d$/.test(quantity) && Number(quantity) > 0;
    if (!isAmount || currency !== 'ZAR') throw new StitchRefusal('BAD_USER_INPUT', 'The amount must be in ZAR');
    const uuid = randomUUID();
    const record: PaymentRequestRecord = {
      clientId,
      id: Buffer.from(`payreq/${uuid}`).toString('base64'),
      key: uuid,
      quantity,
      currency,
      payerReference: textOf(input, 'payerReference', 12),
      beneficiaryReference: textOf(input, 'beneficiaryReference', 20),
      externalReference: typeof input.externalReference === 'string' ? input.externalReference : null,
      state: 'Pending',
      refunds: {},
    };
    this.options.state.requests[record.id] = record;
    return record;
  }

  /** null for what is not this client's. */
  find(clientId: string, id: string): PaymentRequestRecord | null {
    const record = this.options.state.requests[id];
    return record?.clientId === clientId ? record : null;
  }

  /** Finds the payment request of a page's address. @throws StitchRefusal */
  ofKey(key: string): PaymentRequestRecord {
    const record = Object.values(this.options.state.requests).find((request) => request.key === key);
    if (!record) throw new StitchRefusal('NOT_FOUND', 'This payment is not known');
    return record;
  }

  /** @throws StitchRefusal for what has ended */
  cancel(clientId: string, id: string): PaymentRequestRecord {
    const record = this.existing(clientId, id);
    if (record.state !== 'Pending') throw new StitchRefusal('INVALID_STATE', `The payment is ${record.state}`);
    record.state = 'Cancelled';
    return record;
  }

  /** A nonce makes one refund. @throws StitchRefusal for more than was paid, and for a nonce that was used */
  refund(clientId: string, id: string, nonce: string, quantity: string): { id: string } {
    const record = this.existing(clientId, id);
    if (record.state !== 'Completed') throw new StitchRefusal('INVALID_STATE', 'The payment is not completed');
    if (this.findRefund(clientId, nonce)) throw new StitchRefusal('BAD_USER_INPUT', 'This nonce was used');
    const given = Object.values(record.refunds).reduce((sum, part) => sum + centsOf(part), 0);
    if (!(given + centsOf(quantity) <= centsOf(record.quantity))) {
      throw new StitchRefusal('INVALID_STATE', 'More than the payment cannot be refunded');
    }
    record.refunds[nonce] = quantity;
    return { id: refundIdOf(nonce) };
  }

  /** null where no refund of this client has the nonce. */
  findRefund(clientId: string, nonce: string): { id: string } | null {
    const requests = Object.values(this.options.state.requests).filter((request) => request.clientId === clientId);
    return requests.some(({ refunds }) => Object.hasOwn(refunds, nonce)) ? { id: refundIdOf(nonce) } : null;
  }

  /** The buyer's choice on the page. What has ended stays as it is. */
  decide(record: PaymentRequestRecord, outcome: BankOutcome): void {
    if (outcome !== 'complete' || record.state !== 'Pending') return;
    const { faults } = this.options;
    record.state = 'Completed';
    if (takeFault(faults.wrongAmount)) {
      record.quantity = ((centsOf(record.quantity) + faults.wrongAmount.by) / 100).toFixed(2);
    }
    if (takeFault(faults.wrongCurrency)) record.currency = faults.wrongCurrency.currency.toUpperCase();
  }

  private existing(clientId: string, id: string): PaymentRequestRecord {
    const record = this.find(clientId, id);
    if (!record) throw new StitchRefusal('NOT_FOUND', 'This payment is not known');
    return record;
  }
}

function textOf(input: Record<string, unknown>, name: string, most: number): string {
  const value = input[name];
  if (typeof value === 'string' && value !== '' && value.length <= most) return value;
  throw new StitchRefusal('BAD_USER_INPUT', `${name} must have 1 to ${most} characters`);
}

function refundIdOf(nonce: string): string {
  return Buffer.from(`refund/${nonce}`).toString('base64');
}

function centsOf(quantity: string): number {
  return Math.round(Number(quantity) * 100);
}
