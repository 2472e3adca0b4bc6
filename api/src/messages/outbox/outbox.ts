/**
 * Handles messages that transactions left in the outbox after their commit: at least once, even if the process dies. Each kind has a handler.
 * The handler claims messages for some time (a lease) in a short transaction, handles them without an open transaction, and marks them done. The
 * leases of a dead process expire.
 */

import { inTransaction, type Queryable, type Trx } from 'core/database/kysely';
import { messageOf } from 'core/errors';
import { inLanguage } from 'core/http/language';
import type { Log } from 'core/log';
import type { Worker } from 'core/workers';
import { SOURCE_LANGUAGE } from 'shared-contracts/language';
import { z } from 'zod';
import { kindsOf } from './enqueue';
import {
  type ClaimedMessage,
  claimInOrder,
  claimNext,
  dueKinds,
  giveBack,
  giveBackAll,
  markDone,
  postpone,
  pruneDone,
  release,
} from './outbox.repository';

export interface HandlerOptions<Payload> {
  /** The schema of a payload. A message with any other payload becomes a dead letter with the error, and blocks no other message. */
  schema: z.ZodType<Payload>;
  /** Must be idempotent. If it throws, the message is retried with backoff. */
  handle: (message: ClaimedMessage<Payload>) => Promise<void>;
  /**
   * The field of the payload that lists the message's keys. Messages that share a key are handled in the order in which they were written.
   * A kind without this field handles its messages in any order.
   */
  orderedBy?: keyof Payload & string;
  /** True if a retry can never succeed. The message then becomes a dead letter with its error. */
  isPermanent?: (error: unknown) => boolean;
  /** The time for which a claimed message belongs to this process: at least twice as long as `handle` can take. */
  leaseMs?: number;
  /** The number of messages that this process handles at the same time. An ordered handler has one at a time. */
  atOnce?: number;
  /** The longest wait before a retry. Waits start at half a second and double. */
  maxBackoffMs?: number;
}

const POLL_MS = 1_000;
const PRUNE_EVERY_MS = 3_600_000;
const KEEP_DONE_MS = 7 * 24 * 3_600_000;
const FIRST_BACKOFF_MS = 500;
const BATCH = 50;

/** Messages whose claim may still stand, because the database stopped responding before their outcome was stored. */
interface Abandoned {
  ids: readonly number[];
  leaseUntil: Date;
}

interface Handler extends Required<Omit<HandlerOptions<unknown>, 'orderedBy'>> {
  kind: string;
  orderedBy: string | undefined;
  /** The keys that order a message. An unreadable message has none. */
  keysOf: (payload: unknown) => readonly string[];
}

/** The payload does not fit its kind, so a retry would fail in the same way. */
class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  constructor({ issues }: z.ZodError) {
    super(`it cannot be read: ${issues.map(({ path, message }) => [...path, message].join(' ')).join('; ')}`);
  }
}

export class Outbox implements Worker {
  readonly name = 'outbox';
  private readonly handlers: Handler[] = [];
  private readonly running = new Map<Handler, Promise<void>>();
  private readonly wanted = new Set<Handler>();
  private timer: NodeJS.Timeout | null = null;
  private isStopping = false;
  private prunedAt = 0;
  private pruning: Promise<void> = Promise.resolve();
  private looking: Promise<void> | null = null;
  private abandoned: Abandoned[] = [];
  private isReadable = true;

  constructor(
    private readonly db: Queryable,
    private readonly clock: { now(): Date },
    private readonly log: Log,
  ) {}

  /** Registers the handler of a kind. */
  handle<Payload>(kind: string, options: HandlerOptions<Payload>): void {
    if (this.handlers.some((handler) => handler.kind === kind))
      throw new Error(`The outbox has two handlers for '${kind}'`);
    const handler = {
      isPermanent: () => false,
      leaseMs: 30_000,
      maxBackoffMs: 60_000,
      atOnce: 1,
      orderedBy: undefined,
      ...options,
    };
    this.handlers.push({ ...handler, kind, keysOf: readerOfKeys(options.orderedBy) } as unknown as Handler);
  }

  /** Runs `inTransaction`, and after the commit wakes the handlers of the written messages. */
  async transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    const [result, kinds] = await inTransaction(this.db, async (trx) => [await work(trx), kindsOf(trx)] as const);
    this.wake(({ kind }) => kinds.has(kind));
    return result;
  }

  /**
   * Call this after a commit. It has no effect before `start`: a test calls `drain` instead.
   * @param isWanted selects the handlers that look for messages. Each look is one statement.
   */
  wake(isWanted: (handler: { kind: string }) => boolean): void {
    if (this.timer !== null) void this.runHandlers(this.handlers.filter(isWanted));
  }

  /**
   * Releases the claims of an earlier process that was killed. Call it at the start, and only if no other process can be handling these
   * messages.
   */
  async takeOver(): Promise<void> {
    await giveBackAll(this.db, this.clock.now());
  }

  start(): void {
    this.isStopping = false;
    // The poll finds messages of other processes and of earlier runs of this one, and postponed messages.
    this.timer ??= setInterval(() => this.poll(), POLL_MS);
    this.wakeDueHandlers();
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    this.isStopping = true;
    await Promise.all([this.looking, this.pruning]);
    await Promise.all(this.running.values());
  }

  /** Handles all due messages, and resolves when none is left. */
  async drain(): Promise<void> {
    await this.runHandlers(this.handlers);
  }

  private poll(): void {
    this.wakeDueHandlers();
    const now = this.clock.now().getTime();
    if (now - this.prunedAt < PRUNE_EVERY_MS) return;
    this.prunedAt = now;
    this.pruning = pruneDone(this.db, new Date(now - KEEP_DONE_MS)).catch((error: unknown) => {
      this.log.error({ reason: messageOf(error) }, 'outbox: old messages could not be removed');
    });
  }

  /** Asks once for all kinds and wakes the handlers that have work, so that an idle process sends one statement a second. */
  private wakeDueHandlers(): void {
    this.looking ??= this.wakeDueHandlersNow().finally(() => {
      this.looking = null;
    });
  }

  private async wakeDueHandlersNow(): Promise<void> {
    try {
      await this.giveBackAbandoned();
      const kinds = await dueKinds(this.db, this.clock.now());
      this.isReadable = true;
      this.wake(({ kind }) => kinds.has(kind));
    } catch (error) {
      this.noteUnreadable(error);
    }
  }

  /** Logs that the database did not respond, but only once: the next poll tries again a second later. */
  private noteUnreadable(error: unknown): void {
    if (this.isReadable) this.log.error({ reason: messageOf(error) }, 'outbox: it could not be read');
    this.isReadable = false;
  }

  private async runHandlers(handlers: readonly Handler[]): Promise<void> {
    await Promise.all(handlers.map((handler) => this.runHandler(handler)));
  }

  /**
   * Runs one handler at most once at a time. A wake during the run makes the handler look again, because its last look may have been just
   * before the commit.
   */
  private runHandler(handler: Handler): Promise<void> {
    if (this.isStopping) return Promise.resolve();
    this.wanted.add(handler);
    let run = this.running.get(handler);
    if (!run) {
      run = this.handleAllDue(handler);
      this.running.set(handler, run);
    }
    return run;
  }

  private async handleAllDue(handler: Handler): Promise<void> {
    do {
      this.wanted.delete(handler);
      try {
        await Promise.all(Array.from({ length: handler.atOnce }, () => this.handleBatches(handler)));
        this.isReadable = true;
      } catch (error) {
        this.noteUnreadable(error);
      }
    } while (this.wanted.has(handler) && !this.isStopping);
    // Nothing is awaited between that look and this line, so no wake is lost.
    this.running.delete(handler);
  }

  private async handleBatches(handler: Handler): Promise<void> {
    while (!this.isStopping && (await this.handleBatch(handler))) {
      // The next batch follows.
    }
  }

  /** Handles one batch. @returns false if the batch had all due messages */
  private async handleBatch(handler: Handler): Promise<boolean> {
    await this.giveBackAbandoned();
    const now = this.clock.now();
    const leaseUntil = new Date(now.getTime() + handler.leaseMs);
    const { kind, orderedBy } = handler;
    const limit = orderedBy === undefined ? 1 : BATCH;
    const claim = { kind, now, leaseUntil, limit };
    const messages = await (orderedBy === undefined
      ? claimNext(this.db, claim)
      : claimInOrder(this.db, { ...claim, orderedBy }));
    if (messages.length === 0) return false;
    try {
      const isAllTried = await this.handleMessages(handler, messages, leaseUntil);
      return messages.length === limit || !isAllTried;
    } catch (error) {
      this.abandoned.push({ ids: messages.map(({ id }) => id), leaseUntil });
      throw error;
    }
  }

  /** @returns false if some messages were given back without a try */
  private async handleMessages(
    handler: Handler,
    messages: readonly ClaimedMessage[],
    leaseUntil: Date,
  ): Promise<boolean> {
    // A message that starts in the first half of the lease ends before the lease does.
    const lastStart = leaseUntil.getTime() - handler.leaseMs / 2;
    const done: number[] = [];
    const untried: number[] = [];
    const stuck = new Set<string>();
    for (const [index, message] of messages.entries()) {
      const keys = handler.keysOf(message.payload);
      const isLate = index > 0 && this.clock.now().getTime() > lastStart;
      if (isLate || keys.some((key) => stuck.has(key))) {
        for (const key of keys) stuck.add(key);
        untried.push(message.id);
        continue;
      }
      if (await this.handleMessage(handler, message)) done.push(message.id);
      else for (const key of keys) stuck.add(key);
    }
    if (done.length > 0) await markDone(this.db, done, this.clock.now());
    if (untried.length > 0) await release(this.db, untried, this.clock.now());
    return untried.length === 0;
  }

  private async giveBackAbandoned(): Promise<void> {
    for (let next = this.abandoned[0]; next; next = this.abandoned[0]) {
      await giveBack(this.db, next.ids, next.leaseUntil, this.clock.now());
      this.abandoned = this.abandoned.filter((one) => one !== next);
    }
  }

  /** @returns whether the message was handled; a failure is recorded here */
  private async handleMessage(handler: Handler, message: ClaimedMessage): Promise<boolean> {
    try {
      const { success, data, error } = handler.schema.safeParse(message.payload);
      if (!success) throw new UnreadableError(error);
      // The request that woke the outbox has a language, which is not the reader's.
      await inLanguage(SOURCE_LANGUAGE, () => handler.handle({ ...message, payload: data }));
      return true;
    } catch (error) {
      const now = this.clock.now();
      const isPermanent = error instanceof UnreadableError || handler.isPermanent(error);
      const backoff = Math.min(handler.maxBackoffMs, FIRST_BACKOFF_MS * 2 ** Math.min(message.attempts - 1, 20));
      this.log.error(
        {
          kind: handler.kind,
          message: message.id,
          reason: messageOf(error),
          ...(!isPermanent && { retryInMs: backoff }),
        },
        `outbox: a message failed and is ${isPermanent ? 'dead-lettered' : 'retried'}`,
      );
      await postpone(this.db, {
        id: message.id,
        error: messageOf(error),
        availableAt: new Date(now.getTime() + backoff),
        doneAt: isPermanent ? now : null,
      });
      return false;
    }
  }
}

function readerOfKeys(member: string | undefined): Handler['keysOf'] {
  if (member === undefined) return () => [];
  const schema = z.looseObject({ [member]: z.array(z.string()) });
  return (payload) => schema.safeParse(payload).data?.[member] ?? [];
}
