/** Background work beside the requests: started after the port listens, stopped before the database closes. */

export interface Worker {
  name: string;
  start(): void;
  /** Resolves when the step under way has ended. */
  stop(): Promise<void>;
}

export class Workers {
  private readonly all: Worker[] = [];

  add(worker: Worker): void {
    this.all.push(worker);
  }

  startAll(): void {
    for (const worker of this.all) worker.start();
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.all.map((worker) => worker.stop()));
  }
}
