/**
 * Limits how often an account or a password may be tried: strictly by email and network together, loosely by each alone. A known device has
 * separate limits for its account, which no stranger can use up (docs/decisions/sign-in.md).
 */
import type { AttemptCounts, Count, Outcome } from 'core/attempt-counts';
import { ApiError, messageOf, tooMany } from 'core/errors';
import type { Network } from 'core/http/client-address';
import type { Log } from 'core/log';

const WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** Failures of one email from one address or known device. A visitor who mistypes waits, and does not block other visitors. */
const PER_PAIR = 5;
/**
 * Failures of one email from all addresses. The widest network of one subscriber, an IPv6 /48, may cause 20 of them (4 × PER_PAIR), so one
 * stranger cannot use them up.
 */
const PER_EMAIL = 50;
/** Wrong codes of one email in a day. With this limit a guess succeeds once in ten thousand days. The password still works. */
const PER_EMAIL_AND_DAY = 100;
/** Emails with a code or a reset link to one address in a day. A code that signs in does not count. */
const EMAILS_PER_DAY = 20;
/** Failures from one address, which all guests of a hall may share. */
const PER_ADDRESS = 200;
/**
 * Codes sent for one address that signed nobody in. Each is an email to a mailbox that may be a stranger's. The guests of a hall share an
 * address. At 20 sign-ins a minute, about 40 codes wait to be typed in. The rest is for codes that are never used.
 */
const CODES_PER_ADDRESS = 60;
/** Successes. Each creates an account or a session. */
const SUCCESSES_PER_EMAIL = 1_000;
const SUCCESSES_PER_ADDRESS = 2_000;
/** The time in milliseconds that an attempt waits for running attempts before its visitor is asked to try again. */
const WAIT_MS = 5_000;
/** The most attempts that wait in one process. Each reads the database repeatedly, and guests need the database too. */
const WAITING_AT_MOST = 50;
/** The interval at which a waiting attempt checks for attempts of other processes. */
const LOOK_MS = 100;

/** The visitor who makes an attempt. */
export interface Visitor {
  /** The result of `networksOf`. */
  networks: readonly Network[];
  /** The id of a browser that has signed in to the account before. */
  device?: string | undefined;
}

export interface Attempt extends Visitor {
  /** The kind of attempt. Each kind is counted separately, except for the failures of an address. */
  kind: string;
  /** Empty if a guess is impossible: a count by email would only let a stranger block the account's owner. */
  email?: string;
  /** True if the secret is short enough to be guessed over time, so the email is also limited by the day. */
  isByDay?: boolean;
  /** True if it sends an email. Emails of all kinds count together. */
  sendsEmail?: boolean;
  /** True if it emails a code to an address that may not be the visitor's. */
  sendsCode?: boolean;
  /** True if it can never succeed. Then it uses up no limit that other visitors of its address need. */
  isFutile?: boolean;
}

/** A try of the six digits that were sent to an email. */
export const codeTry = (email: string, visitor: Visitor): Attempt => ({
  kind: 'code',
  email,
  ...visitor,
  isByDay: true,
});

/** A try with the key of a browser that did not request the code. It fails with any digits. */
export const foreignCodeTry = ({ networks }: Visitor): Attempt => ({
  kind: 'code of another browser',
  networks,
  isFutile: true,
});

/** A request for a code by email. A successful sign-in takes its request back, because the guests of a hall share one address. */
export const codeRequest = (email: string, visitor: Visitor): Attempt => ({
  kind: 'code request',
  email,
  ...visitor,
  sendsEmail: true,
  sendsCode: true,
});

/** A request for a link to reset the password. */
export const resetRequest = (email: string, visitor: Visitor): Attempt => ({
  kind: 'forgot',
  email,
  ...visitor,
  sendsEmail: true,
});

/** A try of an account's password. */
export const passwordTry = (email: string, visitor: Visitor): Attempt => ({ kind: 'login', email, ...visitor });

/** A try of a second factor, at a sign-in or as a proof. */
export const factorTry = (email: string, visitor: Visitor): Attempt => ({
  kind: 'second factor',
  email,
  ...visitor,
  isByDay: true,
});

/** An answer to no open question. It is wrong whatever it says. */
export const unknownStep = ({ networks }: Visitor): Attempt => ({ kind: 'unknown step', networks, isFutile: true });

export class AttemptLimits {
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly counts: AttemptCounts,
    private readonly log: Log,
  ) {}

  /** Counts an attempt, whether it succeeds or not. @throws ApiError 429 */
  async count(attempt: Attempt): Promise<void> {
    await this.counts.take(failuresOf(attempt));
  }

  /** Checks the limits without counting an attempt. @throws ApiError 429 if another attempt would be refused */
  async refuseUsedUp(attempt: Attempt): Promise<void> {
    await this.counts.refuseUsedUp(failuresOf(attempt));
  }

  /**
   * Takes back one attempt that `count` counted. The attempt itself is complete, so if the database does not respond, the count stays as it is.
   */
  async forgive(attempt: Attempt): Promise<void> {
    await this.counts.forgive(failuresOf(attempt)).catch((error: unknown) => {
      this.log.error({ reason: messageOf(error) }, 'limits: an attempt could not be taken back');
    });
  }

  /**
   * Runs at most as many attempts at once as may still fail or succeed. The others wait for their turn. So concurrent guesses cannot exceed
   * the limit, and many concurrent right passwords are all accepted. A success deletes the earlier failures of the same visitor.
   * @throws ApiError 429, and what `work` throws
   */
  async limited<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    const failures = failuresOf(attempt);
    const successes = successesOf(attempt);
    await this.begin([...failures, ...successes]);
    try {
      const result = await work();
      await this.end([
        ...failures.map((count) => [count, count.isOfVisitor ? 'forgets' : 'leaves'] as const),
        ...successes.map((count) => [count, 'counts'] as const),
      ]);
      return result;
    } catch (error) {
      // An error of the server is not a wrong password. A conflict is not one either, because it comes after the password check.
      const outcome = error instanceof ApiError && error.status < 500 && error.status !== 409 ? 'counts' : 'leaves';
      await this.end([
        ...failures.map((count) => [count, outcome] as const),
        ...successes.map((count) => [count, 'leaves'] as const),
      ]);
      throw error;
    } finally {
      for (const look of [...this.waiting]) look();
    }
  }

  /** Begins an attempt in every count, or in none. It waits while running attempts might use up a count. @throws ApiError 429 */
  private async begin(counts: readonly Count[]): Promise<void> {
    const giveUpAt = performance.now() + WAIT_MS;
    while (!(await this.counts.begin(counts))) {
      const left = giveUpAt - performance.now();
      if (left <= 0 || this.waiting.size >= WAITING_AT_MOST) throw tooMany(1);
      await this.nextEnd(Math.min(left, LOOK_MS));
    }
  }

  /** If the database does not respond, this stores nothing: the attempt counts as running for a while, although its visitor has the response. */
  private async end(outcomes: readonly (readonly [Count, Outcome])[]): Promise<void> {
    await this.counts.end(outcomes).catch((error: unknown) => {
      this.log.error({ reason: messageOf(error) }, 'limits: the end of an attempt could not be stored');
    });
  }

  /** Resolves when any attempt of this process has ended, or after this time in milliseconds. */
  private async nextEnd(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = () => {
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve();
      };
      const timer = setTimeout(look, ms);
      this.waiting.add(look);
    });
  }
}

interface FailureCount extends Count {
  /** True if the count belongs to one visitor, so a success clears it. */
  isOfVisitor?: boolean;
}

function failuresOf({
  kind,
  networks,
  device,
  email,
  isByDay,
  sendsEmail,
  sendsCode,
  isFutile,
}: Attempt): FailureCount[] {
  if (isFutile) return perNetwork(networks, kind, PER_ADDRESS);
  const ofAddress = [
    ...perNetwork(networks, 'failures', PER_ADDRESS),
    ...(sendsCode ? perNetwork(networks, 'codes', CODES_PER_ADDRESS) : []),
  ];
  if (email === undefined) return ofAddress;
  const byDay = (who: string, part: number) => [
    ...(isByDay ? [windowOf(`failures by day ${kind} ${who}`, PER_EMAIL_AND_DAY * part, DAY_MS)] : []),
    ...(sendsEmail ? [windowOf(`emails by day ${who}`, EMAILS_PER_DAY * part, DAY_MS)] : []),
  ];
  if (device !== undefined) {
    const ofDevice = { ...windowOf(`failures ${kind} ${email} device ${device}`, PER_PAIR), isOfVisitor: true };
    // All known browsers of the account share this limit, because a person with its password could create many.
    return [ofDevice, ...byDay(`${email} known browsers`, 1)];
  }
  return [
    ...perNetwork(networks, `failures ${kind} ${email}`, PER_PAIR).map((count, index) => ({
      ...count,
      isOfVisitor: index === 0,
    })),
    windowOf(`failures ${kind} ${email}`, PER_EMAIL),
    ...ofAddress,
    ...byDay(email, 1),
    // One stranger can use up half of a day's tries from any address. The other half stays for the owner.
    ...byDay(`${email} ${networks.at(-1)?.name}`, 0.5),
  ];
}

function successesOf({ kind, networks, device, email }: Attempt): Count[] {
  const ofAddress = perNetwork(networks, `successes by address ${kind}`, SUCCESSES_PER_ADDRESS);
  if (email === undefined) return ofAddress;
  const ofEmail = windowOf(`successes ${kind} ${email}`, SUCCESSES_PER_EMAIL);
  return device === undefined ? [ofEmail, ...ofAddress] : [ofEmail];
}

const perNetwork = (networks: readonly Network[], key: string, limit: number): Count[] =>
  networks.map(({ name, size }) => windowOf(`${key} ${name}`, limit * size));

const windowOf = (key: string, limit: number, windowMs = WINDOW_MS): Count => ({ key, limit, windowMs });
