/** Holds requests until a job waits for one of their printers. Every process hears of each job from the database, at its commit. */
import type { Notifications } from 'core/database/notifications';
import type { Departure } from 'core/http/departure';

/** A trigger of migration 0147 sends this with the id of a printer. */
const CHANNEL = 'print_job';
/** Proxies end a request that is silent for longer, often after 30 or 60 s. */
const HELD_MS = 25_000;

type Look = () => void;

export class PrinterWaits {
  readonly #looks = new Map<number, Set<Look>>();
  readonly #all = new Set<Look>();
  #stops: (() => void)[] = [];

  constructor(
    private readonly departure: Departure,
    private readonly heldMs = HELD_MS,
  ) {}

  async start(notifications: Notifications): Promise<void> {
    const lookAll = () => {
      for (const look of this.#all) look();
    };
    this.#stops = [
      await notifications.listen(CHANNEL, (id) => {
        for (const look of this.#looks.get(Number(id)) ?? []) look();
      }),
      notifications.onGap(lookAll),
    ];
    this.departure.signal.addEventListener('abort', lookAll, { once: true });
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** True once the process departs. It holds no request any more. */
  get areClosed(): boolean {
    return this.departure.hasBegun;
  }

  /**
   * Calls `find` now and with each news of the printers, until it finds something.
   * @param signal ends the wait when the client has gone
   * @returns null after a while, or when the process departs
   */
  async until<Found>(
    printerIds: readonly number[],
    signal: AbortSignal,
    find: () => Promise<Found | null>,
  ): Promise<Found | null> {
    const news = new News();
    const look = () => news.tell();
    const end = () => {
      news.end();
    };
    for (const id of printerIds) this.#looks.set(id, (this.#looks.get(id) ?? new Set()).add(look));
    this.#all.add(look);
    const timer = setTimeout(end, this.heldMs);
    signal.addEventListener('abort', end, { once: true });
    try {
      for (;;) {
        const found = await find();
        if (found !== null || this.areClosed || !(await news.next())) return found;
      }
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      this.#all.delete(look);
      for (const id of printerIds) {
        const looks = this.#looks.get(id);
        looks?.delete(look);
        if (looks?.size === 0) this.#looks.delete(id);
      }
    }
  }
}

/** News that may come while the last one is being looked at. */
class News {
  #isThere = false;
  #hasEnded = false;
  #wake: () => void = () => undefined;

  tell(): void {
    this.#isThere = true;
    this.#wake();
  }

  end(): void {
    this.#hasEnded = true;
    this.#wake();
  }

  /** @returns false once it has ended */
  async next(): Promise<boolean> {
    while (!this.#isThere && !this.#hasEnded) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#isThere = false;
    return !this.#hasEnded;
  }
}
