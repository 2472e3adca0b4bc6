/** Renders tickets without blocking the server, each once for as long as it is in memory. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { isPrintable } from './receiptline-document';
import { type RenderInput, renderRows } from './render-ticket';
import type { Row } from './row';

/** A ticket with as many rows of the printer's own letters takes about 10 ms. A thread takes half a second to start. */
const MOST_ROWS_HERE = 150;
const MOST_LETTERS_HERE = 5_000;
/** The most bytes of rendered tickets in memory. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Tickets have names and notes, which a person may delete. */
const KEPT_MS = 15 * 60_000;
/** The thread ends after this time without work. */
const IDLE_MS = 5 * 60_000;

interface Reply {
  id: number;
  result?: string | Uint8Array;
  reason?: string;
}

interface Asked {
  resolve: (result: string | Uint8Array) => void;
  reject: (error: Error) => void;
}

export class Renderer {
  readonly #rendered = new Map<string, Buffer>();
  readonly #underWay = new Map<string, Promise<Buffer>>();
  readonly #asked = new Map<number, Asked>();
  #bytes = 0;
  #thread: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  /**
   * Renders a ticket, or returns it as it was rendered before.
   * @param key the same for the same ticket, marks and target
   * @param rowsOf is called only if it was not rendered before
   */
  async render(
    key: string,
    { page, target }: Omit<RenderInput, 'rows'>,
    rowsOf: () => Promise<readonly Row[]>,
  ): Promise<Buffer> {
    const known = this.#rendered.get(key);
    if (known) return known;
    const underWay = this.#underWay.get(key) ?? rowsOf().then((rows) => this.#renderNow({ rows, page, target }));
    this.#underWay.set(key, underWay);
    try {
      const bytes = await underWay;
      this.#remember(key, bytes);
      return bytes;
    } finally {
      this.#underWay.delete(key);
    }
  }

  /** Ends the thread. Call it when the server stops. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#thread?.terminate();
  }

  async #renderNow(input: RenderInput): Promise<Buffer> {
    const result = isQuick(input) ? await renderRows(input) : await this.#renderInThread(input);
    return Buffer.from(result as Uint8Array);
  }

  #remember(key: string, bytes: Buffer): void {
    if (this.#rendered.has(key)) return;
    this.#rendered.set(key, bytes);
    this.#bytes += bytes.length;
    setTimeout(() => this.#forget(key), KEPT_MS).unref();
    // A map has its keys in the order of their insertion.
    for (const oldest of this.#rendered.keys()) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#rendered.get(key)?.length ?? 0;
    this.#rendered.delete(key);
  }

  #renderInThread(input: RenderInput): Promise<string | Uint8Array> {
    clearTimeout(this.#idle);
    this.#lastId += 1;
    const id = this.#lastId;
    const thread = this.#thread ?? this.#start();
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      thread.postMessage({ id, ...input });
    });
  }

  #start(): Worker {
    const thread = new Worker(path.join(__dirname, 'render-worker.cjs'));
    this.#thread = thread;
    thread.on('message', ({ id, result, reason }: Reply) => {
      const asked = this.#asked.get(id);
      this.#asked.delete(id);
      if (result === undefined) asked?.reject(new Error(reason));
      else asked?.resolve(result);
      if (this.#asked.size === 0) this.#idle = setTimeout(() => void thread.terminate(), IDLE_MS).unref();
    });
    const end = (error: Error) => {
      if (this.#thread === thread) this.#thread = null;
      for (const { reject } of this.#asked.values()) reject(error);
      this.#asked.clear();
    };
    thread.on('error', end);
    thread.on('exit', () => end(new Error('The thread that renders tickets has ended.')));
    // It does not keep a process alive that is done.
    thread.unref();
    return thread;
  }
}

/** True if the rows need no picture and are few. */
function isQuick({ rows, page }: RenderInput): boolean {
  if (page.direction === 'rtl' || rows.length > MOST_ROWS_HERE) return false;
  const texts = rows.map((row) =>
    row.kind === 'text' ? `${row.text}${row.end ?? ''}`.replace(/[\u2068\u2069]/g, '') : '',
  );
  const letters = texts.reduce((sum, { length }) => sum + length, 0);
  return letters <= MOST_LETTERS_HERE && texts.every((text) => isPrintable(text.replace(/\s/g, ' ')));
}
