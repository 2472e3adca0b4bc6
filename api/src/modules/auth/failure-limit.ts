/**
 * Limits guesses. Each attempt is counted before it is checked, so that many at once cannot slip through, and forgiven when
 * it was right: only failures stay. Kept in memory: several processes allow as many times more, which is still few.
 */
import { tooMany } from '../../errors';

interface Window {
  count: number;
  endsAt: number;
}

export class FailureLimit {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
    private readonly now: () => Date,
  ) {}

  /** @throws ApiError 429 when `key` has used up its failures. */
  take(key: string): void {
    const now = this.now().getTime();
    const window = this.windows.get(key);
    if (!window || window.endsAt <= now) {
      this.prune(now);
      this.windows.set(key, { count: 1, endsAt: now + this.windowMs });
      return;
    }
    if (window.count >= this.limit) throw tooMany((window.endsAt - now) / 1000);
    window.count += 1;
  }

  /** This attempt was no failure. */
  giveBack(key: string): void {
    const window = this.windows.get(key);
    if (window) window.count -= 1;
  }

  /** Whoever knows the password starts afresh. */
  clear(key: string): void {
    this.windows.delete(key);
  }

  private prune(now: number): void {
    if (this.windows.size < 10_000) return;
    for (const [key, { endsAt }] of this.windows) if (endsAt <= now) this.windows.delete(key);
  }
}
