/** How often an account or a password may be tried: strictly by email and address together, loosely by each alone. */
import { ApiError, tooMany } from '../../errors';
import { FailureLimit } from './failure-limit';

const WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** Failures of one email from one address. A visitor who mistypes waits, and blocks no other visitor. */
const PER_PAIR = 5;
/** Failures of one email from all addresses: the mistakes of one stranger must not shut its owner out. */
const PER_EMAIL = 50;
/** Wrong codes of one email in a day, and codes sent that signed no one in: one guess in ten thousand days of them would be right. The password goes on working. */
const PER_EMAIL_AND_DAY = 100;
/** Failures from one address: a hall's guests share one. */
const PER_ADDRESS = 200;
/**
 * Codes sent for one address that signed no one in: each is an email to a mailbox that may be a stranger's. A hall's guests share
 * an address. At 20 sign-ins a minute about 40 codes wait to be typed in; the rest is for those that never are.
 */
const CODES_PER_ADDRESS = 60;
/** Successes, each of which makes an account or a session. */
const SUCCESSES_PER_EMAIL = 1_000;
const SUCCESSES_PER_ADDRESS = 2_000;
/** How long an attempt waits for those under way, in milliseconds, before its visitor is asked to try again. */
const WAIT_MS = 5_000;

export interface Attempt {
  /** What is tried; attempts of another kind are counted apart, but for the failures of an address. */
  kind: string;
  /** As of `networkOf`. */
  address: string;
  /** None if a guess is impossible: a count by email would only let a stranger block the account's owner. */
  email?: string;
  /** What is tried is short enough to be guessed in time, or sends an email: the email is also limited by the day. */
  isByDay?: boolean;
  /** It emails a code to an address that may not be the visitor's. */
  sendsCode?: boolean;
}

type Count = [limit: FailureLimit, key: string];

export class AttemptLimits {
  private readonly byPair: FailureLimit;
  private readonly byEmail: FailureLimit;
  private readonly byEmailAndDay: FailureLimit;
  private readonly byAddress: FailureLimit;
  private readonly codesByAddress: FailureLimit;
  private readonly successesByEmail: FailureLimit;
  private readonly successesByAddress: FailureLimit;

  private waiting: Array<() => void> = [];

  constructor(now: () => Date) {
    const limitOf = (count: number, windowMs = WINDOW_MS) => new FailureLimit(count, windowMs, now);
    this.byPair = limitOf(PER_PAIR);
    this.byEmail = limitOf(PER_EMAIL);
    this.byEmailAndDay = limitOf(PER_EMAIL_AND_DAY, DAY_MS);
    this.byAddress = limitOf(PER_ADDRESS);
    this.codesByAddress = limitOf(CODES_PER_ADDRESS);
    this.successesByEmail = limitOf(SUCCESSES_PER_EMAIL);
    this.successesByAddress = limitOf(SUCCESSES_PER_ADDRESS);
  }

  /** Counts an attempt, successful or not. @throws ApiError 429 */
  count(attempt: Attempt): void {
    const counts = this.failuresOf(attempt);
    refuse(counts);
    for (const [limit, key] of counts) limit.record(key);
  }

  /** Takes back one attempt that `count` counted. */
  forgive(attempt: Attempt): void {
    for (const [limit, key] of this.failuresOf(attempt)) limit.forgive(key);
  }

  /**
   * Runs no more attempts at once than may still fail, or succeed; the others wait for their turn. Many guesses at once cannot
   * slip through, and many right passwords are all accepted. A success forgets the earlier failures of the same visitor.
   * @throws ApiError 429, and what `work` throws
   */
  async limited<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    const failures = this.failuresOf(attempt);
    const successes = this.successesOf(attempt);
    await this.begin([...failures, ...successes]);
    try {
      const result = await work();
      end(failures, false);
      end(successes, true);
      this.byPair.clear(pairOf(attempt));
      return result;
    } catch (error) {
      // A failure of the server is not a wrong password.
      end(failures, error instanceof ApiError && error.status < 500);
      end(successes, false);
      throw error;
    } finally {
      const waiting = this.waiting;
      this.waiting = [];
      for (const look of waiting) look();
    }
  }

  /** Begins all of them or none, as soon as none is busy. @throws ApiError 429 */
  private async begin(counts: readonly Count[]): Promise<void> {
    const giveUpAt = performance.now() + WAIT_MS;
    for (;;) {
      refuse(counts);
      if (!counts.some(([limit, key]) => limit.isBusy(key))) break;
      const left = giveUpAt - performance.now();
      if (left <= 0) throw tooMany(1);
      await this.nextEnd(left);
    }
    // Nothing is awaited between that look and these lines, so no other attempt can begin.
    for (const [limit, key] of counts) limit.begin(key);
  }

  /** Resolves when any attempt has ended, or after so many milliseconds. */
  private async nextEnd(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.waiting.push(resolve);
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }

  private failuresOf(attempt: Attempt): Count[] {
    const { kind, address, email, isByDay, sendsCode } = attempt;
    const counts: Count[] = [[this.byAddress, address]];
    if (sendsCode) counts.push([this.codesByAddress, address]);
    if (email === undefined) return counts;
    const ofEmail = `${kind} ${email}`;
    counts.push([this.byPair, pairOf(attempt)], [this.byEmail, ofEmail]);
    if (isByDay) counts.push([this.byEmailAndDay, ofEmail]);
    return counts;
  }

  private successesOf({ kind, address, email }: Attempt): Count[] {
    const ofAddress: Count = [this.successesByAddress, `${kind} ${address}`];
    return email === undefined ? [ofAddress] : [[this.successesByEmail, `${kind} ${email}`], ofAddress];
  }
}

const pairOf = ({ kind, address, email }: Attempt) => `${kind} ${email} ${address}`;

/** @throws ApiError 429 where one of them is used up */
function refuse(counts: readonly Count[]): void {
  for (const [limit, key] of counts) limit.refuse(key);
}

function end(counts: readonly Count[], isCounted: boolean): void {
  for (const [limit, key] of counts) limit.end(key, isCounted);
}
