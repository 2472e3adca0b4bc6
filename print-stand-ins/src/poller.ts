import { Hardware } from './hardware';

export interface HttpAnswer {
  status: number;
  body: Buffer;
}

/** A printer that polls a server by HTTP. Its faults are played once each, at the next chance. */
export abstract class Poller extends Hardware {
  /** Sends the next request, and behaves as if no response came. */
  losesNextResponse = false;
  /** Prints the next ticket, and is then switched off before it confirms. */
  forgetsNextConfirmation = false;
  /** The polls that pass between a ticket and its confirmation. */
  pollsBeforeConfirmation = 0;
  /** The next poll has this body. */
  nextNonsense: string | null = null;
  /** Headers of each request, such as those of a proxy. */
  headers: Readonly<Record<string, string>> = {};

  readonly #url: string;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(url: string) {
    super();
    this.#url = url;
  }

  /** One turn: everything that the printer does between two waits. */
  abstract poll(): Promise<void>;

  /** Polls again and again, as a printer that is switched on. */
  start(everyMs: number): void {
    const turn = async () => {
      // A server that is away is no fault of the printer.
      await this.poll().catch(() => undefined);
      if (this.#timer !== null) this.#timer = setTimeout(next, everyMs);
    };
    const next = () => {
      this.#running = turn();
    };
    this.#timer = setTimeout(next, 0);
  }

  /** Ends after the turn at hand. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#running;
  }

  /** @returns null if no response came */
  protected async send(
    method: string,
    query: Readonly<Record<string, string>>,
    body?: string,
    type = '',
  ): Promise<HttpAnswer | null> {
    const url = new URL(this.#url);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = { ...this.headers, ...(type !== '' && { 'content-type': type }) };
    const isLost = this.losesNextResponse;
    this.losesNextResponse = false;
    const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) }).catch(() => null);
    if (response === null) return null;
    const read = await response.arrayBuffer().catch(() => null);
    return isLost || read === null ? null : { status: response.status, body: Buffer.from(read) };
  }

  protected takeNonsense(): string | null {
    const nonsense = this.nextNonsense;
    this.nextNonsense = null;
    return nonsense;
  }

  protected takeForgetting(): boolean {
    const forgets = this.forgetsNextConfirmation;
    this.forgetsNextConfirmation = false;
    return forgets;
  }
}
