/** A printer that prints what it gets on a TCP port, as those that listen to port 9100. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Hardware } from './hardware';
import { commandsOf, ESC_POS } from './read-commands';

/** DLE EOT n asks for a status at once, also while the printer is offline. */
const REAL_TIME = Buffer.from([0x10, 0x04]);
/** GS r n asks for a status once what is before it is printed. */
const STATUS_WHEN_PRINTED = '\x1dr';

export class EscPosPrinter extends Hardware {
  /** Closes the next connection after this many bytes. */
  hangsUpAfterBytes: number | null = null;
  /** Prints the next ticket, and sends no status after it. */
  losesNextResponse = false;
  /** Sends these bytes in place of the next status. */
  nextNonsense: Buffer | null = null;

  #server: Server | null = null;
  readonly #sockets = new Map<Socket, Buffer>();

  /** @returns the port */
  async listen(port = 0): Promise<number> {
    const server = createServer((socket) => this.#accept(socket));
    this.#server = server;
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.keys()) socket.destroy();
    const server = this.#server;
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  /** Goes on with what waited for paper or for the cover. Call it after either is mended. */
  resume(): void {
    for (const socket of this.#sockets.keys()) this.#printWhatCame(socket);
  }

  #accept(socket: Socket): void {
    this.#sockets.set(socket, Buffer.alloc(0));
    socket.on('data', (bytes) => this.#receive(socket, bytes));
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }

  #receive(socket: Socket, bytes: Buffer): void {
    const waiting = this.#sockets.get(socket) ?? Buffer.alloc(0);
    if (waiting.length === 0 && bytes.length === 3 && bytes.indexOf(REAL_TIME) === 0) {
      socket.write(Buffer.from([this.#realTimeStatus(bytes[2] ?? 1)]));
      return;
    }
    const all = Buffer.concat([waiting, bytes]);
    if (this.hangsUpAfterBytes !== null && all.length >= this.hangsUpAfterBytes) {
      this.hangsUpAfterBytes = null;
      socket.destroy();
      return;
    }
    this.#sockets.set(socket, all);
    this.#printWhatCame(socket);
  }

  /** A ticket ends where the sender asks whether it is printed. */
  #printWhatCame(socket: Socket): void {
    let bytes = this.#sockets.get(socket) ?? Buffer.alloc(0);
    while (this.canPrint()) {
      const end = endOfTicket(bytes);
      if (end === null) break;
      this.tickets.push(bytes.subarray(0, end));
      bytes = bytes.subarray(end);
      this.#confirm(socket);
    }
    if (this.#sockets.has(socket)) this.#sockets.set(socket, bytes);
  }

  #confirm(socket: Socket): void {
    const reply = this.nextNonsense ?? Buffer.from([{ ok: 0x00, low: 0x03, out: 0x0c }[this.paper]]);
    this.nextNonsense = null;
    if (this.losesNextResponse) this.losesNextResponse = false;
    else socket.write(reply);
  }

  /** Bits 1 and 4 are always set. */
  #realTimeStatus(kind: number): number {
    const isOffline = !this.canPrint();
    if (kind === 1) return 0x12 | (isOffline ? 0x08 : 0);
    if (kind === 2) return 0x12 | (this.cover === 'open' ? 0x04 : 0) | (this.paper === 'out' ? 0x20 : 0);
    if (kind === 4) return 0x12 | { ok: 0, low: 0x0c, out: 0x6c }[this.paper];
    return 0x12;
  }
}

function endOfTicket(bytes: Buffer): number | null {
  for (const { prefix, end } of commandsOf(bytes, ESC_POS)) {
    if (prefix === STATUS_WHEN_PRINTED) return end;
  }
  return null;
}
