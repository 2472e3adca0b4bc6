#!/usr/bin/env node
// The print agent: prints the tickets of a stall on receipt printers of its own network that understand ESC/POS. It needs Node 20 and no package.
//
//   node print-agent.mjs https://hall.example/api/v1/print/SECRET 192.168.1.50 [another address and printer …]
//   node print-agent.mjs --config printers.json          {"printers": [{"url": "https://…", "printer": "192.168.1.50:9100"}]}
//
// It asks the site which printer has a ticket. The site holds that request until there is one, so nothing has to reach this computer from outside.
// docs/reference/printing.md describes the requests, docs/printers.md how to set it up.
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const PORT = 9100;
/** A printer on the same network responds within milliseconds. One that is asleep takes some seconds. */
const CONNECT_MS = 5_000;
const STATUS_MS = 2_000;
/** The longest ticket takes a minute. */
const PRINT_MS = 90_000;
/** The site holds a request for 25 s. */
const REQUEST_MS = 40_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const MEND_MS = 5_000;

/**
 * @typedef {{ url: string, printer: string }} Entry
 * @typedef {{ paper: 'ok' | 'low' | 'out' | null, cover: 'closed' | 'open' | null, problem: string | null, code: string }} State
 * @typedef {{ base: string, secret: string, host: string, port: number, name: string, isPrinting: boolean, isUnknown: boolean, told: string }} Printer
 */

/**
 * Reads the address that the site shows, and the printer's own.
 * @param {Entry} entry
 * @returns {Printer}
 * @throws {Error} that says what is wrong
 */
export function printerOf({ url, printer }) {
  const address = URL.canParse(url) ? new URL(url) : null;
  const match = /^(.*\/print)\/([\w-]{20,})$/.exec(address?.pathname ?? '');
  if (!address || !/^https?:$/.test(address.protocol) || !match) {
    throw new Error(`${url} is not an address of a printer. Copy it from the page Printers.`);
  }
  const [, host = '', port = String(PORT)] = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(printer) ?? [];
  if (host === '' || Number(port) < 1 || Number(port) > 65_535) {
    throw new Error(
      `${printer} is not the address of a printer on this network, such as 192.168.1.50 or 192.168.1.50:9100.`,
    );
  }
  return {
    base: address.origin + match[1],
    secret: match[2] ?? '',
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port),
    name: printer,
    isPrinting: false,
    isUnknown: false,
    told: '',
  };
}

// ESC/POS: DLE EOT n is answered at once, also while the printer is offline. A ticket ends with GS r 1, which is answered once it is printed.
const askNow = (/** @type {number} */ kind) => Buffer.from([0x10, 0x04, kind]);

/**
 * Reads the three bytes of DLE EOT 1, 2 and 4.
 * @param {number} printer @param {number} cause @param {number} paper
 * @returns {State}
 * @example
 * stateOf(0x1a, 0x32, 0x7e); // { paper: 'out', cover: 'closed', problem: 'paper-out', code: '' }
 */
export function stateOf(printer, cause, paper) {
  const cover = (cause & 0x04) !== 0 ? 'open' : 'closed';
  const level = (cause & 0x20) !== 0 || (paper & 0x60) !== 0 ? 'out' : (paper & 0x0c) !== 0 ? 'low' : 'ok';
  const isOffline = (printer & 0x08) !== 0;
  const problem =
    cover === 'open'
      ? 'cover-open'
      : level === 'out'
        ? 'paper-out'
        : (cause & 0x40) !== 0
          ? 'broken'
          : isOffline
            ? 'offline'
            : null;
  return { paper: level, cover, problem, code: '' };
}

/** A connection to a printer, whose replies are awaited one after the other. */
class Line {
  /** @type {Buffer} */
  #bytes = Buffer.alloc(0);
  /** @type {() => void} */
  #wake = () => undefined;
  /** @type {Error | null} */
  #error = null;

  /** @param {import('node:net').Socket} socket */
  constructor(socket) {
    this.socket = socket;
    socket.on('data', (bytes) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes]);
      this.#wake();
    });
    const end = (/** @type {Error} */ error) => {
      this.#error ??= error;
      this.#wake();
    };
    socket.on('error', end);
    socket.on('close', () => end(new Error('The printer closed the connection.')));
  }

  /** @param {Pick<Printer, 'host' | 'port'>} printer @returns {Promise<Line>} */
  static open({ host, port }) {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, timeout: CONNECT_MS });
      socket.once('connect', () => {
        socket.setTimeout(0);
        socket.removeListener('error', reject);
        resolve(new Line(socket));
      });
      socket.once('timeout', () => socket.destroy(new Error('The printer does not answer.')));
      socket.once('error', reject);
    });
  }

  /** Sends bytes, and resolves once the network has taken them. @param {Buffer} bytes */
  async send(bytes) {
    await new Promise((resolve, reject) =>
      this.socket.write(bytes, (error) => (error ? reject(error) : resolve(undefined))),
    );
  }

  /**
   * @param {number} ms
   * @returns {Promise<number | null>} the next byte that comes, or null if none does in time
   * @throws {Error} if the connection ends
   */
  async nextByte(ms) {
    const until = Date.now() + ms;
    while (this.#bytes.length === 0) {
      if (this.#error) throw this.#error;
      const left = until - Date.now();
      if (left <= 0) return null;
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve(undefined);
        };
      });
    }
    const [byte = 0] = this.#bytes;
    this.#bytes = this.#bytes.subarray(1);
    return byte;
  }
}

/**
 * @template Result
 * @param {Pick<Printer, 'host' | 'port'>} printer
 * @param {(line: Line) => Promise<Result>} work
 */
async function withLine(printer, work) {
  const line = await Line.open(printer);
  try {
    return await work(line);
  } finally {
    line.socket.destroy();
  }
}

/**
 * Asks a printer for its state. A printer without status commands has a state of nulls.
 * @param {Line} line
 * @returns {Promise<State>}
 */
async function askState(line) {
  const replies = [];
  for (const kind of [1, 2, 4]) {
    await line.send(askNow(kind));
    const reply = await line.nextByte(STATUS_MS);
    if (reply === null) return { paper: null, cover: null, problem: null, code: '' };
    replies.push(reply);
  }
  const [printer = 0, cause = 0, paper = 0] = replies;
  return stateOf(printer, cause, paper);
}

/** @param {unknown} error @returns {string} */
const reasonOf = (error) => {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  return `${code ?? message}`.slice(0, 100);
};

/** @param {Pick<Printer, 'host' | 'port'>} printer @returns {Promise<State>} */
export async function readState(printer) {
  try {
    return await withLine(printer, askState);
  } catch (error) {
    return { paper: null, cover: null, problem: 'offline', code: reasonOf(error) };
  }
}

/**
 * Prints a ticket.
 * @param {Pick<Printer, 'host' | 'port'>} printer
 * @param {Buffer} ticket
 * @returns {Promise<{ code: string, detail: string }>} 'OK', or the problem
 */
export async function print(printer, ticket) {
  try {
    return await withLine(printer, async (line) => {
      const { problem, paper } = await askState(line);
      if (problem !== null) return { code: problem, detail: '' };
      await line.send(ticket);
      // A printer without status commands has printed what it has taken, as far as anyone can know.
      if (paper === null) return { code: 'OK', detail: '' };
      if ((await line.nextByte(PRINT_MS)) !== null) return { code: 'OK', detail: '' };
      const after = await askState(line);
      return { code: after.problem ?? 'timeout', detail: '' };
    });
  } catch (error) {
    return { code: 'offline', detail: reasonOf(error) };
  }
}

/** @param {string} text */
const say = (text) => process.stdout.write(`${new Date().toISOString()} ${text}\n`);

/** Prints a text once until it changes. @param {Printer} printer @param {string} text */
function tell(printer, text) {
  if (printer.told === text) return;
  printer.told = text;
  say(`${printer.name}: ${text}`);
}

class SiteError extends Error {
  /** @param {number} status */
  constructor(status) {
    super(`The site responds with ${status}.`);
    this.status = status;
  }
}

/** @param {string} url @param {RequestInit} [options] */
async function ask(url, options = {}) {
  const response = await fetch(url, { redirect: 'error', ...options });
  if (!response.ok) {
    await response.body?.cancel();
    throw new SiteError(response.status);
  }
  return response;
}

/** Feeds the printers of one site. */
export class Agent {
  #stopping = new AbortController();
  /** Ends the held request, because a printer is free again. */
  #changed = new AbortController();

  /** @param {readonly Printer[]} printers all of the same site @param {{ firstWaitMs?: number, mendMs?: number }} [options] */
  constructor(printers, { firstWaitMs = FIRST_WAIT_MS, mendMs = MEND_MS } = {}) {
    this.printers = printers;
    this.firstWaitMs = firstWaitMs;
    this.mendMs = mendMs;
  }

  stop() {
    this.#stopping.abort();
  }

  async run() {
    let wait = this.firstWaitMs;
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#round();
        wait = this.firstWaitMs;
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        if (this.#changed.signal.aborted) continue;
        say(`The site does not answer (${reasonOf(error)}). The next try is in ${Math.round(wait / 1000)} s.`);
        await this.#pause(wait);
        wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      }
    }
  }

  /** Asks once for tickets, and begins to print those that wait. */
  async #round() {
    this.#changed = new AbortController();
    const free = this.printers.filter(({ isPrinting }) => !isPrinting);
    const states = await Promise.all(free.map(readState));
    for (const [index, printer] of free.entries()) {
      const { problem, code } = states[index] ?? {};
      if (!printer.isUnknown) tell(printer, problem ? `${problem}${code ? ` (${code})` : ''}` : 'ready');
    }
    const [first] = this.printers;
    if (!first) return;
    if (free.length === 0) return this.#pause(LONGEST_WAIT_MS);
    // Someone may be putting in paper at this moment, so a printer with a problem is asked more often.
    const soon = states.some(({ problem }) => problem !== null)
      ? setTimeout(() => this.#changed.abort(), this.mendMs)
      : undefined;
    const response = await ask(`${first.base}/agent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ printers: free.map(({ secret }, index) => ({ secret, state: states[index] })) }),
      signal: this.#signal(REQUEST_MS),
    }).finally(() => clearTimeout(soon));
    const { data } = /** @type {{ data: { printer: number, token: string | null, is_known: boolean }[] }} */ (
      await response.json()
    );
    for (const { printer: index, token, is_known } of data) {
      const printer = free[index];
      if (!printer) continue;
      printer.isUnknown = !is_known;
      if (!is_known) tell(printer, 'its address was replaced or revoked. Copy the new one from the page Printers.');
      if (token !== null) void this.#print(printer, token);
    }
    // Without a known printer the site has nothing to wait for.
    if (data.every(({ is_known }) => !is_known)) await this.#pause(LONGEST_WAIT_MS);
  }

  /** @param {Printer} printer @param {string} token */
  async #print(printer, token) {
    printer.isPrinting = true;
    const url = `${printer.base}/${printer.secret}?token=${encodeURIComponent(token)}`;
    try {
      const ticket = Buffer.from(await (await ask(url, { signal: this.#signal(REQUEST_MS, false) })).arrayBuffer());
      const { code, detail } = await print(printer, ticket);
      tell(printer, code === 'OK' ? 'ready' : code);
      await this.#confirm(`${url}&code=${code}&detail=${encodeURIComponent(detail)}`);
    } catch (error) {
      // The site gives the ticket out again.
      tell(printer, `a ticket could not be fetched (${reasonOf(error)})`);
      await this.#pause(this.firstWaitMs, false);
    } finally {
      printer.isPrinting = false;
      this.#changed.abort();
    }
  }

  /** Repeats until the site has it, since it would print the ticket again otherwise. @param {string} url */
  async #confirm(url) {
    for (let wait = this.firstWaitMs; !this.#stopping.signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        await ask(url, { method: 'DELETE', signal: AbortSignal.timeout(REQUEST_MS) });
        return;
      } catch (error) {
        if (error instanceof SiteError && error.status < 500 && error.status !== 429) return;
        await this.#pause(wait, false);
      }
    }
  }

  /** @param {number} ms @param {boolean} [endsWithChange] */
  #signal(ms, endsWithChange = true) {
    const signals = [AbortSignal.timeout(ms), this.#stopping.signal];
    return AbortSignal.any(endsWithChange ? [...signals, this.#changed.signal] : signals);
  }

  /** @param {number} ms @param {boolean} [endsWithChange] */
  #pause(ms, endsWithChange = true) {
    return new Promise((resolve) => {
      const signal = this.#signal(ms, endsWithChange);
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve(undefined);
      });
    });
  }
}

const HELP = `node print-agent.mjs ADDRESS PRINTER [ADDRESS PRINTER …]
  ADDRESS  from the page Printers, https://…/api/v1/print/…
  PRINTER  its address on this network, such as 192.168.1.50 or 192.168.1.50:9100
node print-agent.mjs --config FILE
  FILE     {"printers": [{"url": "ADDRESS", "printer": "PRINTER"}]}`;

/**
 * @param {readonly string[]} args
 * @returns {Promise<Entry[]>}
 * @throws {Error} that says how to call it
 */
export async function readEntries(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { config: { type: 'string' } },
    allowPositionals: true,
  });
  if (values.config !== undefined) {
    const { printers } = JSON.parse(await readFile(values.config, 'utf8'));
    if (!Array.isArray(printers)) throw new Error(`${values.config} has no list of printers.\n${HELP}`);
    return printers.map(({ url, printer }) => ({ url: String(url), printer: String(printer) }));
  }
  if (positionals.length === 0 || positionals.length % 2 !== 0) throw new Error(HELP);
  return positionals.flatMap((url, index) => (index % 2 === 0 ? [{ url, printer: positionals[index + 1] ?? '' }] : []));
}

async function main() {
  const printers = (await readEntries(process.argv.slice(2))).map(printerOf);
  const agents = [...groupBySite(printers).values()].map((each) => new Agent(each));
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      for (const agent of agents) agent.stop();
    });
  say(`Waiting for tickets for ${printers.map(({ name }) => name).join(', ')}.`);
  await Promise.all(agents.map((agent) => agent.run()));
}

/** @param {readonly Printer[]} printers */
function groupBySite(printers) {
  /** @type {Map<string, Printer[]>} */
  const groups = new Map();
  for (const printer of printers) groups.set(printer.base, [...(groups.get(printer.base) ?? []), printer]);
  return groups;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main().catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });
}
