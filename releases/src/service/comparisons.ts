/**
 * Comparisons of builds, outside of the line in which releases wait for each other: one takes seconds, and a hostile build a minute. A
 * rollback must not wait for it.
 */

import { type Compiler, NotCompared, type PendingComparison, startCompiler } from '../fits/compiler';
import type { Lack } from '../model/schemas';
import { FairLine } from './fair-line';

/** Pairs that are remembered. A busy day has a few hundred. */
const MOST_KNOWN = 2_000;

export class Comparisons {
  /** By pair. Builds never change, so a result holds for ever. */
  private readonly known = new Map<string, readonly Lack[]>();
  private readonly lines = { release: new FairLine(() => 0), back: new FairLine(() => 0) };

  /** @param start starts a compiler, which is a process of its own */
  constructor(private readonly start: () => Compiler = startCompiler) {}

  /**
   * Does work that may need comparisons. It is given a compiler that only says what is known, and is done again once the rest was
   * compared.
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
        await this.lines[kind].take(owner, 0, () => this.compare(error.pending, failures));
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
