/** Hashes passwords with argon2id. Each hash takes 19 MiB and 15 ms of a core, so only a few run at once. */
import { cpus } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { ApiError } from 'core/errors';
import { t } from '../../words';

// 2 is Algorithm.Argon2id; the package's const enum does not exist at run time under isolated modules.
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = Math.max(1, cpus().length - 1);
/** The most waiting callers. Beyond this number a caller would wait for seconds, so it gets an error at once. */
const WAITING_AT_MOST = 200;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_AT_MOST) {
      throw new ApiError(503, 'BUSY', t('Many people are signing in right now. Please try again.'), { retryAfter: 2 });
    }
    // A finished hash passes its place on, so `running` stays the same.
    await new Promise<void>((turn) => waiting.push(turn));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Normalizes a password: one keyboard types 'é' as one character, another as two, and both mean the same password. */
const normalized = (password: string): string => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalized(password), OPTIONS));
}

let decoy: Promise<string> | null = null;

/**
 * Checks a password. Without a hash (for an unknown address) it takes as long as with one, and returns false. Hashes from before passwords were
 * normalized match the password in its typed form.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  // This hash does not wait for its turn: a full queue would refuse it, and every later call would get that refusal.
  decoy ??= hash('a password of no account', OPTIONS);
  const against = passwordHash ?? (await decoy);
  const asTyped = await inTurn(() => verify(against, password));
  const other = normalized(password);
  const isRight = asTyped || (other !== password && (await inTurn(() => verify(against, other))));
  return isRight && passwordHash !== null;
}
