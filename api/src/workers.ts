/** Background work beside the requests: loops that start after the port listens, and tasks that outlive a response. */
import type { Log } from './log';

export interface Worker {
  name: string;
  start(): void;
  /** Resolves when the step under way has ended. */
  stop(): Promise<void>;
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
    // Begun in a promise, so that an error that a task throws at once fails the task too.
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
