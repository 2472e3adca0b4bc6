/**
 * Carries out, after the commit, what transactions left in the outbox: at least once, whatever dies in between.
 * Each kind has its lane. A lane claims messages for a while (a lease) in a short transaction, works on them with no
 * transaction open, and marks them done; a process that dies in between leaves leases that run out.
 */
import type { z } from 'zod';
import { inTransaction, type Queryable, type Trx } from '../database/kysely';
import { messageOf } from '../errors';
import type { Log } from '../log';
import type { Worker } from '../workers';
import {
  type ClaimedMessage,
  claimInOrder,
  claimNext,
  giveBack,
  giveBackAll,
  markDone,
  postpone,
  pruneDone,
  release,
} from './outbox.repository';

export interface LaneOptions<Payload> {
  /** What a payload must be. A message with another is put away with what is wrong, and holds up nothing. */
  schema: z.ZodType<Payload>;
  /** Must bear to be called twice for one message. Throwing has it called again later. */
  handle: (message: ClaimedMessage<Payload>) => Promise<void>;
  /** Messages that share a key are carried out in the order they were written; without it there is no order. */
  orderKeys?: (payload: Payload) => readonly string[];
  /** Whether another try could never succeed; the message is then put away with its error. */
  isPermanent?: (error: unknown) => boolean;
  /** How long a claimed message is this process's alone; at least twice as long as `handle` can take. */
  leaseMs?: number;
  /** How many messages this process works on side by side; an ordered lane has one at a time. */
  atOnce?: number;
  /** Waits double from half a second up to this. */
  maxBackoffMs?: number;
}

const POLL_MS = 1_000;
const PRUNE_EVERY_MS = 3_600_000;
const KEEP_DONE_MS = 7 * 24 * 3_600_000;
const FIRST_BACKOFF_MS = 500;
const BATCH = 50;

/** What was claimed when the database was lost. */
interface Abandoned {
  ids: readonly number[];
  leaseUntil: Date;
}

interface Lane extends Required<Omit<LaneOptions<unknown>, 'orderKeys'>> {
  kind: string;
  orderKeys: LaneOptions<unknown>['orderKeys'];
}

/** The payload is none of its kind; another try would find the same. */
class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  constructor({ issues }: z.ZodError) {
    super(`it cannot be read: ${issues.map(({ path, message }) => [...path, message].join(' ')).join('; ')}`);
  }
}

export class Outbox implements Worker {
  readonly name = 'outbox';
  private readonly lanes: Lane[] = [];
  private readonly running = new Map<Lane, Promise<void>>();
  private readonly wanted = new Set<Lane>();
  private timer: NodeJS.Timeout | null = null;
  private isStopping = false;
  private prunedAt = 0;
  private pruning: Promise<void> = Promise.resolve();
  private abandoned: Abandoned[] = [];
  private isReadable = true;

  constructor(
    private readonly db: Queryable,
    private readonly clock: { now(): Date },
    private readonly log: Log,
  ) {}

  /** Registers who carries out a kind. */
  handle<Payload>(kind: string, options: LaneOptions<Payload>): void {
    if (this.lanes.some((lane) => lane.kind === kind)) throw new Error(`The outbox has two handlers for '${kind}'`);
    const lane = {
      isPermanent: () => false,
      leaseMs: 30_000,
      maxBackoffMs: 60_000,
      atOnce: 1,
      orderKeys: undefined,
      ...options,
    };
    this.lanes.push({ ...lane, kind } as unknown as Lane);
  }

  /** `inTransaction` that wakes the outbox after the commit. */
  async transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    const result = await inTransaction(this.db, work);
    this.wake();
    return result;
  }

  /** Says that something was committed. Nothing happens before `start`: a test calls `drain` itself. */
  wake(): void {
    if (this.timer !== null) void this.run();
  }

  /**
   * Gives back what an earlier process had claimed when it was killed. For a start, and only where no other process can be at
   * work on it.
   */
  async takeOver(): Promise<void> {
    await giveBackAll(this.db, this.clock.now());
  }

  start(): void {
    this.isStopping = false;
    // The poll is a net for what other processes and earlier lives of this one left, and for what was postponed.
    this.timer ??= setInterval(() => this.round(), POLL_MS);
    this.wake();
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    this.isStopping = true;
    await Promise.all([...this.running.values(), this.pruning]);
  }

  /** Carries out all that is due and returns when nothing is. */
  async drain(): Promise<void> {
    await this.run();
  }

  private round(): void {
    this.wake();
    const now = this.clock.now().getTime();
    if (now - this.prunedAt < PRUNE_EVERY_MS) return;
    this.prunedAt = now;
    this.pruning = pruneDone(this.db, new Date(now - KEEP_DONE_MS)).catch((error: unknown) => {
      this.log.error({ reason: messageOf(error) }, 'outbox: old messages could not be removed');
    });
  }

  private async run(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => this.runLane(lane)));
  }

  /** One run of a lane at a time; a wake during it makes it look again, as it may have looked just before that commit. */
  private runLane(lane: Lane): Promise<void> {
    if (this.isStopping) return Promise.resolve();
    this.wanted.add(lane);
    let run = this.running.get(lane);
    if (!run) {
      run = this.emptyLane(lane);
      this.running.set(lane, run);
    }
    return run;
  }

  private async emptyLane(lane: Lane): Promise<void> {
    do {
      this.wanted.delete(lane);
      try {
        await Promise.all(Array.from({ length: lane.atOnce }, () => this.exhaust(lane)));
        this.isReadable = true;
      } catch (error) {
        // The database did not answer; the next round tries again. Said once: there is a round every second.
        if (this.isReadable)
          this.log.error({ kind: lane.kind, reason: messageOf(error) }, 'outbox: it could not be read');
        this.isReadable = false;
      }
    } while (this.wanted.has(lane) && !this.isStopping);
    // Nothing is awaited between that look and this line, so no wake can fall in between.
    this.running.delete(lane);
  }

  private async exhaust(lane: Lane): Promise<void> {
    while (!this.isStopping && (await this.step(lane))) {
      // Another batch.
    }
  }

  /** One batch; false when there was nothing to do. */
  private async step(lane: Lane): Promise<boolean> {
    await this.giveBackAbandoned();
    const now = this.clock.now();
    const leaseUntil = new Date(now.getTime() + lane.leaseMs);
    const orderKeys = lane.orderKeys && ((payload: unknown) => keysOf(lane, payload));
    const messages = await inTransaction(this.db, (trx) =>
      orderKeys
        ? claimInOrder(trx, { kind: lane.kind, now, leaseUntil, limit: BATCH, orderKeys })
        : claimNext(trx, { kind: lane.kind, now, leaseUntil, limit: 1 }),
    );
    if (messages.length === 0) return false;
    try {
      await this.carryOutAll(lane, messages, leaseUntil);
    } catch (error) {
      this.abandoned.push({ ids: messages.map(({ id }) => id), leaseUntil });
      throw error;
    }
    return true;
  }

  private async carryOutAll(lane: Lane, messages: readonly ClaimedMessage[], leaseUntil: Date): Promise<void> {
    // What is begun in the first half of the lease has ended before the lease does.
    const lastStart = leaseUntil.getTime() - lane.leaseMs / 2;
    const done: number[] = [];
    const untried: number[] = [];
    const stuck = new Set<string>();
    for (const [index, message] of messages.entries()) {
      const keys = keysOf(lane, message.payload);
      const isLate = index > 0 && this.clock.now().getTime() > lastStart;
      if (isLate || keys.some((key) => stuck.has(key))) {
        for (const key of keys) stuck.add(key);
        untried.push(message.id);
        continue;
      }
      if (await this.carryOut(lane, message)) done.push(message.id);
      else for (const key of keys) stuck.add(key);
    }
    if (done.length > 0) await markDone(this.db, done, this.clock.now());
    if (untried.length > 0) await release(this.db, untried, this.clock.now());
  }

  private async giveBackAbandoned(): Promise<void> {
    for (let next = this.abandoned[0]; next; next = this.abandoned[0]) {
      await giveBack(this.db, next.ids, next.leaseUntil, this.clock.now());
      this.abandoned = this.abandoned.filter((one) => one !== next);
    }
  }

  /** True when it succeeded; a failure is already written down. */
  private async carryOut(lane: Lane, message: ClaimedMessage): Promise<boolean> {
    try {
      const { success, data, error } = lane.schema.safeParse(message.payload);
      if (!success) throw new UnreadableError(error);
      await lane.handle({ ...message, payload: data });
      return true;
    } catch (error) {
      const now = this.clock.now();
      const isPermanent = error instanceof UnreadableError || lane.isPermanent(error);
      const backoff = Math.min(lane.maxBackoffMs, FIRST_BACKOFF_MS * 2 ** Math.min(message.attempts - 1, 20));
      this.log.error(
        { kind: lane.kind, message: message.id, reason: messageOf(error), ...(!isPermanent && { retryInMs: backoff }) },
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

/** What a message is kept in order by. One that cannot be read has no place in any order. */
function keysOf({ schema, orderKeys }: Lane, payload: unknown): readonly string[] {
  const { success, data } = schema.safeParse(payload);
  return (success && orderKeys?.(data)) || [];
}
