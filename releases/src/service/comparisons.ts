/**
 * Compares builds outside the queue in which changes wait for each other. One comparison takes seconds, and with a hostile build a minute. A rollback
 * must not wait for that.
 */

import { type Compiler, NotCompared, type PendingComparison, startCompiler } from '../fits/compiler';
import type { Lack } from '../model/schemas';
import { RoundRobinQueue } from './round-robin-queue';

/** The most pairs whose results are remembered. A busy day has a few hundred. */
const MOST_KNOWN = 2_000;

export class Comparisons {
  /** The results by pair. Builds never change, so a result stays true. */
  private readonly known = new Map<string, readonly Lack[]>();
  private readonly queues = { release: new RoundRobinQueue(() => 0), back: new RoundRobinQueue(() => 0) };

  /** @param start starts a compiler, which is a process of its own */
  constructor(private readonly start: () => Compiler = startCompiler) {}

  /**
   * Does work that may need comparisons. The work gets a compiler that only knows earlier results. If a result is missing, the pair is
   * compared, and then the work is done again.
   * @param kind comparisons for a rollback do not wait for those of releases
   */
  async around<T>(
    owner: string,
    kind: 'release' | 'back',
    work: (compiler: Pick<Compiler, 'compare'>) => Promise<T>,
  ): Promise<T> {
    const failures = new Map<string, Error>();
    const compiler: Pick<Compiler, 'compare'> = {
      compare: async (comparison, pair = '') => {
        const lacks = this.known.get(pair);
        if (lacks) return lacks;
        throw failures.get(pair) ?? new NotCompared([{ comparison, pair }]);
      },
    };
    for (;;) {
      try {
        return await work(compiler);
      } catch (error) {
        if (!(error instanceof NotCompared)) throw error;
        await this.queues[kind].take(owner, 0, () => this.compare(error.pending, failures));
      }
    }
  }

  private async compare(pending: readonly PendingComparison[], failures: Map<string, Error>): Promise<void> {
    const compiler = this.start();
    try {
      for (const { pair, comparison } of pending) {
        if (this.known.has(pair)) continue;
        await compiler.compare(comparison, pair).then(
          (lacks) => this.remember(pair, lacks),
          (error: Error) => failures.set(pair, error),
        );
      }
    } finally {
      compiler.close();
    }
  }

  private remember(pair: string, lacks: readonly Lack[]): void {
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size >= MOST_KNOWN) this.known.delete(oldest);
    this.known.set(pair, lacks);
  }
}
