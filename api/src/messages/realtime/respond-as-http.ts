/**
 * Handles requests that offer an unknown upgrade. HTTP allows a server to ignore the offer and respond as if there were none. Only Node 20 needs
 * this: from 22.21 on its server asks (`shouldUpgradeCallback`), and from 26 on it reads the body before it passes the connection on.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** The headers that make a request an upgrade. `http2-settings` belongs to the offer of curl --http2. */
const OFFER: ReadonlySet<string> = new Set(['connection', 'upgrade', 'http2-settings']);

/**
 * Makes the server read the request again, without its offer. Once there is a listener for upgrades, Node removes its parser from every
 * connection that offers one. So the request's head is written again before the remaining bytes of the connection (such as a body), and the
 * server gets the connection as a new one. It ends with the response.
 */
export function respondAsHttp(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`, 'Connection: close'];
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!OFFER.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  // Node reads heads byte by byte, as latin1.
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
