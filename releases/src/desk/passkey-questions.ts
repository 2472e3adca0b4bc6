/** Asks for a passkey on a page of the desk. The question is signed, for one purpose and some minutes, and is answered once. */
import { createHash, randomBytes } from 'node:crypto';
import type { AnsweringPasskey } from 'core/account-passkeys';
import { z } from 'zod';
import type { ReleasesDeps } from '../deps';
import { SignedTexts } from '../overrides/signed-texts';
import type { Refusal } from '../service/identity';

const LIFETIME_MS = 5 * 60_000;

const questionSchema = z.object({ nonce: z.string(), purpose: z.string(), until: z.string() });

/** What the form on the page has. */
export interface PasskeyQuestion {
  /** The signed question, for a hidden field. */
  question: string;
  /** The options for the browser, in JSON. */
  options: string;
}

export const OUTDATED = 'The question for your passkey is more than five minutes old, or was answered. Try again.';
export const NOT_ACCEPTED = 'This passkey was not accepted.';

export class PasskeyQuestions {
  private readonly texts: SignedTexts;

  constructor(private readonly deps: Pick<ReleasesDeps, 'db' | 'clock' | 'config' | 'accountPasskeys'>) {
    this.texts = new SignedTexts(deps);
  }

  /**
   * @param purpose 'sign in', or what is approved in which session
   * @param userId the account that is asked, or null for any
   */
  async ask(purpose: string, userId: number | null): Promise<PasskeyQuestion> {
    const { clock, accountPasskeys } = this.deps;
    const until = new Date(clock.now().getTime() + LIFETIME_MS).toISOString();
    const question = await this.texts.sign({ nonce: randomBytes(16).toString('base64url'), purpose, until }, 'passkey');
    return { question, options: JSON.stringify(await accountPasskeys.question(challengeOf(question), userId)) };
  }

  /**
   * @param answer the browser's response, in JSON
   * @returns the account and the passkey that answered, or the reason why the answer is refused
   */
  async answered(
    purpose: string,
    { question, answer }: { question: string; answer: string },
  ): Promise<AnsweringPasskey | Refusal> {
    const { db, clock, accountPasskeys } = this.deps;
    const now = clock.now();
    const asked = await this.texts.open(question, 'passkey', questionSchema);
    if (!asked || asked.purpose !== purpose || new Date(asked.until) <= now) return { refusal: OUTDATED };
    const response = responseOf(answer);
    const answering = response && (await accountPasskeys.accountOf(response, challengeOf(question)));
    if (answering === null) return { refusal: NOT_ACCEPTED };
    await db.deleteFrom('desk_answers').where('expires_at', '<=', now).execute();
    const used = await db
      .insertInto('desk_answers')
      .values({ question_hash: hashOf(question), expires_at: new Date(asked.until) })
      .onConflict((conflict) => conflict.column('question_hash').doNothing())
      .executeTakeFirst();
    return Number(used.numInsertedOrUpdatedRows) > 0 ? answering : { refusal: OUTDATED };
  }
}

const hashOf = (question: string) => createHash('sha256').update(question).digest();

/** The challenge that the passkey signs stands for the whole question. */
const challengeOf = (question: string) => hashOf(question).toString('base64url');

function responseOf(answer: string): Record<string, unknown> | null {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(answer));
  } catch {
    return null;
  }
}
