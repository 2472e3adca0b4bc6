/** Background work beside the requests: loops that start after the port listens, and tasks that outlive a response. */
import type { Log } from './log';

export interface Worker {
  name: string;
  start(): void;
  /** Resolves when the step under way has ended. */
  stop(): Promise<void>;
}

export interface RoundsOptions {
  name: string;
  everyMs: number;
  log: Log;
  run: () => Promise<void>;
}

/** Repeats `run` at an interval, one round at a time, beginning at the start. A failed round is logged, and the next one follows. */
export class Rounds implements Worker {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isAsked = false;

  constructor(private readonly options: RoundsOptions) {}

  get name(): string {
    return this.options.name;
  }

  start(): void {
    this.timer ??= setInterval(() => {
      // After a round that takes longer than the interval, the next one waits for the next tick.
      if (this.running === null) this.wake();
    }, this.options.everyMs);
    this.wake();
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    await this.running;
  }

  /** Runs a round at once. If a round is under way, another one follows it, because the first may have read before this call. */
  wake(): void {
    this.isAsked = true;
    this.running ??= this.runAll().finally(() => {
      this.running = null;
    });
  }

  private async runAll(): Promise<void> {
    const { name, log, run } = this.options;
    while (this.isAsked) {
      this.isAsked = false;
      try {
        await run();
      } catch (error) {
        log.error({ err: error }, `${name}: the round failed`);
      }
    }
  }
}

export class Workers {
  private readonly loops: Worker[] = [];
  private readonly tasks = new Set<Promise<void>>();

  constructor(private readonly log: Log) {}

  add(worker: Worker): void {
    this.loops.push(worker);
  }

  startAll(): void {
    for (const loop of this.loops) loop.start();
  }

  /** Runs `task` without making the caller wait; a failure is logged under `name`. */
  run(name: string, task: () => Promise<void>): void {
    // Starting in a promise turns an error that `task` throws at once into a rejection.
    const running = Promise.resolve()
      .then(task)
      .catch((error: unknown) => this.log.error({ err: error }, `${name} failed`))
      .finally(() => this.tasks.delete(running));
    this.tasks.add(running);
  }

  /** Resolves when no task is left. */
  async idle(): Promise<void> {
    while (this.tasks.size > 0) await Promise.all(this.tasks);
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
    await this.idle();
  }
}
