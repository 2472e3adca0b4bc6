/**
 * Limits guesses: failures count for a while, and an attempt whose outcome is not known yet counts like a failure, so many at
 * once cannot slip through. The counts are in memory: each of several processes has its own.
 */
import { tooMany } from '../../errors';

interface Window {
  count: number;
  endsAt: number;
}

export class FailureLimit {
  private readonly windows = new Map<string, Window>();
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
    private readonly now: () => Date,
  ) {}

  /** @throws ApiError 429 when `key` has used up its failures. */
  refuse(key: string): void {
    const window = this.window(key);
    if (window && window.count >= this.limit) throw tooMany((window.endsAt - this.now().getTime()) / 1000);
  }

  /** Counts an attempt, successful or not. @throws as `refuse` */
  take(key: string): void {
    this.refuse(key);
    this.record(key);
  }

  /** Whether the attempts under way would use up what is left, if all of them failed. */
  isBusy(key: string): boolean {
    return (this.window(key)?.count ?? 0) + (this.underWay.get(key) ?? 0) >= this.limit;
  }

  begin(key: string): void {
    this.underWay.set(key, (this.underWay.get(key) ?? 0) + 1);
  }

  /** Ends an attempt, as a failure or not. */
  end(key: string, isFailure: boolean): void {
    const left = (this.underWay.get(key) ?? 0) - 1;
    if (left > 0) this.underWay.set(key, left);
    else this.underWay.delete(key);
    if (isFailure) this.record(key);
  }

  record(key: string): void {
    const window = this.window(key);
    if (window) {
      window.count += 1;
      return;
    }
    const now = this.now().getTime();
    this.prune(now);
    this.windows.set(key, { count: 1, endsAt: now + this.windowMs });
  }

  /** Takes back one that was recorded. */
  forgive(key: string): void {
    const window = this.window(key);
    if (window && window.count > 0) window.count -= 1;
  }

  /** Forgets the failures: after a success the count starts again. */
  clear(key: string): void {
    this.windows.delete(key);
  }

  private window(key: string): Window | undefined {
    const window = this.windows.get(key);
    return window && window.endsAt > this.now().getTime() ? window : undefined;
  }

  private prune(now: number): void {
    if (this.windows.size < 10_000) return;
    for (const [key, { endsAt }] of this.windows) if (endsAt <= now) this.windows.delete(key);
  }
}
