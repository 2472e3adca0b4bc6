/** Which visitor an address counts as, of a request or of a bare connection; and the warning where it is a proxy's. */
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The same address as Fastify's `request.ip` with as many trusted proxies, by the network it belongs to. */
export function addressBehind(
  { headers, socket }: { headers: IncomingMessage['headers']; socket: { remoteAddress?: string } },
  trustedProxies: number,
): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  // The nearest first: each proxy appends the address of its caller.
  const addresses = [socket.remoteAddress ?? '', ...forwarded.map((text) => text.trim()).reverse()].filter(
    (address, index) => index === 0 || address !== '',
  );
  return networkOf(addresses[Math.min(trustedProxies, addresses.length - 1)] ?? '');
}

/** An IPv4 address as it is; of an IPv6 one the first 64 bits, since a single subscriber has all the others. */
export function networkOf(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [left = '', right] = address.split('::');
  const start = left.split(':').filter(Boolean);
  const end = right?.split(':').filter(Boolean) ?? [];
  const groups =
    right === undefined ? start : [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** What proxies tell the address of their caller in. */
export const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'];

/** Says once in the log that a proxy seems to be in front, and that its word about addresses is not believed. */
export function warnOfUnknownProxy(app: FastifyInstance, trustedProxies: number): void {
  if (trustedProxies > 0) return;
  let hasWarned = false;
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    done();
    const header = hasWarned ? undefined : FORWARDED.find((name) => headers[name] !== undefined);
    if (header === undefined) return;
    hasWarned = true;
    app.log.warn(
      `a request came with the header ${header}, which is not believed, as TRUSTED_PROXIES is 0. If a reverse proxy is in front of this process, all visitors count as one address, and the limits on sign-in shut all of them out together: set TRUSTED_PROXIES to the number of proxies.`,
    );
  });
}
