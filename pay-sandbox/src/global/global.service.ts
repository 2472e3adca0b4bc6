import { randomInt } from 'node:crypto';
import type { GlobalAccount } from '../config';
import { type Faults, takeFault } from '../faults/faults';
import { randomText } from '../stripe/stripe-objects';
import { globalSignature, refundSignature, timestampOf } from './global-signature';

export interface OrderRecord {
  merchantId: string;
  account: string;
  orderId: string;
  amount: string;
  currency: string;
  /** The key with which the page names this order. */
  token: string;
  /** The origin to which the page may post its replies. */
  responseOrigin: string | null;
  dimensionsOrigin: string | null;
  comment: string;
  /** Null until a card is entered. */
  result: string | null;
  message: string;
  pasref: string;
  authcode: string;
  isChallenged: boolean;
  /** How the whole payment was refunded. Null if it was not. */
  returned: 'void' | 'rebate' | null;
  /** The sum of the partial refunds. */
  rebated: number;
  /** The amount of each partial refund. Absent before the first one. */
  rebates?: number[];
}

export interface GlobalState {
  orders: Record<string, OrderRecord>;
}

/** A refusal of the whole request, with the text of the page or the remote interface. */
export class GlobalRefusal extends Error {
  constructor(
    readonly result: string,
    message: string,
  ) {
    super(message);
  }
}

export type RemoteRequest = Record<
  | 'type'
  | 'timestamp'
  | 'merchantid'
  | 'account'
  | 'orderid'
  | 'pasref'
  | 'authcode'
  | 'amount'
  | 'currency'
  | 'sha1hash'
  | 'refundhash',
  string
>;

interface GlobalServiceOptions {
  accounts: GlobalAccount[];
  state: GlobalState;
  faults: Faults;
  /** The clock by which a request is refused as old; the real one if it is left out. */
  now?: (() => Date) | undefined;
}

const DAY_MS = 24 * 3_600_000;
const CHALLENGED = '4222000001227408';
/** Global's public test cards. Every other number is refused before it becomes a transaction. */
const RESULTS: Readonly<Record<string, [result: string, message: string]>> = {
  '4263970000005262': ['00', '[ test system ] Authorised'],
  [CHALLENGED]: ['00', '[ test system ] Authorised'],
  '4000120000001154': ['101', '[ test system ] DECLINED'],
  '4000130000001724': ['102', '[ test system ] REFERRAL B'],
  '4000160000004147': ['103', '[ test system ] CARD STOLEN'],
};

/** Keeps the orders of the hosted page with Global's life cycle. Each order number has one transaction, even if it fails. */
export class GlobalService {
  constructor(private readonly options: GlobalServiceOptions) {}

  /** Checks the request of the page. @throws GlobalRefusal */
  open(form: Record<string, string>): OrderRecord {
    const value = (name: string) => form[name] ?? '';
    const account = this.accountOf(value('MERCHANT_ID'));
    const names = ['TIMESTAMP', 'MERCHANT_ID', 'ORDER_ID', 'AMOUNT', 'CURRENCY'];
    if (globalSignature(names.map(value), account.secret) !== value('SHA1HASH').toLowerCase()) {
      throw new GlobalRefusal('505', 'Invalid security hash');
    }
    if (!/^[\w-]{1,50}$/.test(value('ORDER_ID'))) throw new GlobalRefusal('506', 'Invalid order number');
    if (!/^[1-9]\d*$/.test(value('AMOUNT'))) throw new GlobalRefusal('506', 'Invalid amount');
    if (!isWithinADay(value('TIMESTAMP'), this.options.now?.() ?? new Date()))
      throw new GlobalRefusal('508', 'The timestamp is more than 24 hours old');
    const key = keyOf(account.merchantId, value('ORDER_ID'));
    const known = this.options.state.orders[key];
    if (known?.result) throw new GlobalRefusal('501', 'This transaction has already been processed');
    const record: OrderRecord = {
      merchantId: account.merchantId,
      account: value('ACCOUNT'),
      orderId: value('ORDER_ID'),
      amount: value('AMOUNT'),
      currency: value('CURRENCY'),
      token: known?.token ?? randomText(24),
      responseOrigin: originOf(value('HPP_POST_RESPONSE')),
      dimensionsOrigin: originOf(value('HPP_POST_DIMENSIONS')),
      comment: value('COMMENT1'),
      result: null,
      message: '',
      pasref: '',
      authcode: '',
      isChallenged: false,
      returned: null,
      rebated: 0,
    };
    this.options.state.orders[key] = record;
    return record;
  }

  /** @throws GlobalRefusal */
  ofToken(token: string): OrderRecord {
    const record = Object.values(this.options.state.orders).find((order) => order.token === token);
    if (!record) throw new GlobalRefusal('508', 'This payment is not known');
    return record;
  }

  /** @returns 'challenge' if the card's bank asks the buyer, else 'done' @throws GlobalRefusal for a card that is not a test card */
  pay(record: OrderRecord, number: string): 'challenge' | 'done' {
    if (record.result !== null) throw new GlobalRefusal('501', 'This transaction has already been processed');
    const digits = number.replace(/\s/g, '');
    const outcome = RESULTS[digits];
    if (!outcome) throw new GlobalRefusal('509', 'This is not a test card. The sandbox takes no other.');
    if (digits === CHALLENGED) {
      record.isChallenged = true;
      return 'challenge';
    }
    this.conclude(record, ...outcome);
    return 'done';
  }

  /** Takes the buyer's reply to the challenge of the bank. @throws GlobalRefusal */
  answerChallenge(record: OrderRecord, outcome: 'complete' | 'fail'): void {
    if (!record.isChallenged || record.result !== null) throw new GlobalRefusal('508', 'No question is open');
    record.isChallenged = false;
    if (outcome === 'complete') this.conclude(record, '00', '[ test system ] Authorised');
    else this.conclude(record, '110', 'REJECTED: 3D Secure authentication failed');
  }

  /** Builds the form that the page posts to the shop. Every value is in base64, and the hash follows the format's rule. */
  response(record: OrderRecord): Record<string, string> {
    const account = this.accountOf(record.merchantId);
    const timestamp = timestampOf(new Date());
    const signed = [timestamp, record.merchantId, record.orderId, record.result ?? '', record.message, record.pasref];
    const values: Record<string, string> = {
      MERCHANT_ID: record.merchantId,
      ACCOUNT: record.account,
      ORDER_ID: record.orderId,
      TIMESTAMP: timestamp,
      RESULT: record.result ?? '',
      MESSAGE: record.message,
      PASREF: record.pasref,
      AUTHCODE: record.authcode,
      AMOUNT: record.amount,
      COMMENT1: record.comment,
      SHA1HASH: globalSignature([...signed, record.authcode], account.secret),
    };
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, Buffer.from(value, 'utf8').toString('base64')]),
    );
  }

  /** Handles one call of the remote interface. @throws GlobalRefusal */
  remote(request: RemoteRequest): { record: OrderRecord; result: string; message: string; secret: string } {
    const account = this.accountOf(request.merchantid);
    const { timestamp, merchantid, orderid, amount, currency } = request;
    if (globalSignature([timestamp, merchantid, orderid, amount, currency, ''], account.secret) !== request.sha1hash) {
      throw new GlobalRefusal('505', 'sha1hash incorrect - check your code and the Developers Documentation');
    }
    const record = this.options.state.orders[keyOf(merchantid, orderid)];
    if (!record || record.result === null) {
      throw new GlobalRefusal('508', 'Original transaction not found');
    }
    const { secret } = account;
    if (request.type === 'query') return { record, result: record.result, message: record.message, secret };
    if (record.result !== '00' || request.pasref !== record.pasref) {
      throw new GlobalRefusal('508', 'There is no such payment to give back');
    }
    if (record.returned) throw new GlobalRefusal('508', `The payment is already ${record.returned}ed`);
    if (request.type === 'void') {
      if (record.rebated > 0) throw new GlobalRefusal('508', 'A part of the payment is already rebated');
      record.returned = 'void';
      return { record, result: '00', message: 'Voided Successfully', secret };
    }
    if (request.type !== 'rebate') throw new GlobalRefusal('508', `Unknown request type ${request.type}`);
    if (account.rebatePassword === null || refundSignature(account.rebatePassword) !== request.refundhash) {
      throw new GlobalRefusal('508', 'refundhash incorrect');
    }
    this.rebate(record, Number(amount));
    return { record, result: '00', message: 'Rebated Successfully', secret };
  }

  /** Refunds like a person in the merchant's console, the remaining amount by default. @throws GlobalRefusal */
  rebateInConsole(orderId: string, amount?: number): OrderRecord {
    const record = Object.values(this.options.state.orders).find((order) => order.orderId === orderId);
    if (record?.result !== '00' || record.returned) throw new GlobalRefusal('508', 'There is nothing to rebate');
    this.rebate(record, amount ?? Number(record.amount) - record.rebated);
    return record;
  }

  refundsInConsole(orderId: string): { isVoid: boolean; rebates: number[] } {
    const record = Object.values(this.options.state.orders).find((order) => order.orderId === orderId);
    return { isVoid: record?.returned === 'void', rebates: record?.rebates ?? [] };
  }

  private rebate(record: OrderRecord, part: number) {
    const paid = Number(record.amount);
    if (!Number.isSafeInteger(part) || part < 1 || record.rebated + part > paid) {
      throw new GlobalRefusal('508', 'The amount is more than is left to rebate');
    }
    record.rebated += part;
    record.rebates = [...(record.rebates ?? []), part];
    if (record.rebated === paid) record.returned = 'rebate';
  }

  private conclude(record: OrderRecord, result: string, message: string) {
    const { faults } = this.options;
    record.result = result;
    record.message = message;
    record.pasref = String(randomInt(10 ** 14, 10 ** 14 * 2));
    if (result !== '00') return;
    record.authcode = String(randomInt(10_000, 99_999));
    if (takeFault(faults.wrongAmount)) record.amount = String(Number(record.amount) + faults.wrongAmount.by);
    if (takeFault(faults.wrongCurrency)) record.currency = faults.wrongCurrency.currency.toUpperCase();
  }

  private accountOf(merchantId: string): GlobalAccount {
    const account = this.options.accounts.find((candidate) => candidate.merchantId === merchantId);
    if (!account) throw new GlobalRefusal('504', 'There is no such merchant id');
    return account;
  }
}

function keyOf(merchantId: string, orderId: string): string {
  return `${merchantId}/${orderId}`;
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}

function isWithinADay(timestamp: string, now: Date): boolean {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(timestamp)?.map(Number) ?? [];
  const at = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  return Math.abs(now.getTime() - at) <= DAY_MS;
}
