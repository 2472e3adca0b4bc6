interface Piece {
  rank: number;
  start: () => void;
}

/**
 * Runs the work of several owners, one piece at a time. Owners take turns, so that one with much work does not keep the others waiting.
 * After each piece the queue rests, so that this process can do its other work.
 */
export class RoundRobinQueue {
  private readonly waiting = new Map<string, Piece[]>();
  private isTaken = false;

  /** @param restAfter computes the rest after a piece from the time that it took, both in milliseconds */
  constructor(private readonly restAfter: (tookMs: number) => number) {}

  /** @param rank the owner's waiting piece with the lowest rank runs first; among equal ranks, the piece that came first */
  async take<T>(owner: string, rank: number, work: () => Promise<T>): Promise<T> {
    if (this.isTaken) await this.turnOf(owner, rank);
    this.isTaken = true;
    const began = performance.now();
    try {
      return await work();
    } finally {
      setTimeout(() => this.startNext(), this.restAfter(performance.now() - began));
    }
  }

  private turnOf(owner: string, rank: number): Promise<void> {
    return new Promise((start) => {
      const own = this.waiting.get(owner) ?? [];
      const later = own.findIndex((each) => each.rank > rank);
      this.waiting.set(owner, own.toSpliced(later < 0 ? own.length : later, 0, { rank, start }));
    });
  }

  private startNext(): void {
    const [next] = this.waiting;
    if (!next) {
      this.isTaken = false;
      return;
    }
    const [owner, [first, ...rest]] = next;
    // The owner's other pieces wait behind those of everyone else.
    this.waiting.delete(owner);
    if (rest.length > 0) this.waiting.set(owner, rest);
    first?.start();
  }
}
