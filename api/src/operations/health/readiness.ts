/**
 * Checks once a second that the database responds. A request for the readiness gets the last result, so it never hangs with the database,
 * and its duration reveals nothing about the requests of visitors.
 */

import type { Queryable } from 'core/database/kysely';
import { messageOf } from 'core/errors';
import type { Log } from 'core/log';
import { sql } from 'kysely';

const ROUND_MS = 1_000;
/** The time for an empty statement. A database that takes longer cannot serve requests. */
const PATIENCE_MS = 3_000;

export class Readiness {
  private timer: NodeJS.Timeout | null = null;
  private question: Promise<void> | null = null;
  private wasReady = false;

  constructor(
    private readonly db: Queryable,
    private readonly log: Log,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  get isReady(): boolean {
    return this.wasReady;
  }

  start(): void {
    this.timer ??= setInterval(() => void this.look(), ROUND_MS);
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  /** Resolves when the database has responded, or when its time is over. Never rejects. */
  async look(): Promise<void> {
    // One open check is enough.
    if (this.question) return;
    this.question = sql`select 1`
      .execute(this.db)
      .then(
        () => this.see(null),
        (error: unknown) => this.see(messageOf(error)),
      )
      .finally(() => {
        this.question = null;
      });
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.see(`no response within ${this.patienceMs} ms`);
        resolve();
      }, this.patienceMs);
    });
    await Promise.race([this.question, patience]);
    clearTimeout(timer);
  }

  private see(problem: string | null): void {
    if (problem !== null && this.wasReady) this.log.error({ reason: problem }, 'database: it does not respond');
    if (problem === null && !this.wasReady && this.timer !== null) this.log.warn('database: it responds again');
    this.wasReady = problem === null;
  }
}
