/**
 * Maps the address of a request or a bare connection to the network that counts as one visitor. Warns when the address seems to be a
 * proxy's.
 */
import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The narrowest network of the caller's address. With the same number of trusted proxies, Fastify's `request.ip` is the same address. */
export function addressBehind(
  { headers, socket }: { headers: IncomingMessage['headers']; socket: { remoteAddress?: string } },
  trustedProxies: number,
): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  // Each proxy appends the address of its caller. The reversed list begins with the nearest one.
  const addresses = [socket.remoteAddress ?? '', ...forwarded.map((text) => text.trim()).reverse()].filter(
    (address, index) => index === 0 || address !== '',
  );
  return networkOf(addresses[Math.min(trustedProxies, addresses.length - 1)] ?? '');
}

/** A network that an address belongs to. */
export interface Network {
  name: string;
  /** The factor by which a limit per network is multiplied, because more visitors may share a wider network. */
  size: number;
}

const IPV6_NETWORKS = [
  { bits: 64, size: 1 },
  { bits: 56, size: 2 },
  { bits: 48, size: 4 },
];

/**
 * The networks in which attempts from an address are counted, the narrowest first. Providers give a subscriber an IPv6 /64, /56 or /48, so
 * one visitor may own 65,536 of the narrowest networks.
 */
export function networksOf(address: string): [Network, ...Network[]] {
  const ipv4 = MAPPED_IPV4.exec(address)?.[1] ?? address;
  if (isIPv4(ipv4)) {
    return [
      { name: ipv4, size: 1 },
      { name: `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.0/24`, size: 4 },
    ];
  }
  if (!isIPv6(address)) return [{ name: address, size: 1 }];
  const groups = groupsOf(address);
  const [narrowest, ...wider] = IPV6_NETWORKS.map(({ bits, size }) => ({ name: ipv6Network(groups, bits), size }));
  return [narrowest as Network, ...wider];
}

/** The narrowest network of an address: the address itself for IPv4, the /64 for IPv6. */
export const networkOf = (address: string): string => networksOf(address)[0].name;

/** The eight groups of 16 bits of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [left = '', right] = address.split('::');
  const start = left.split(':').filter(Boolean);
  const end = right?.split(':').filter(Boolean) ?? [];
  const groups =
    right === undefined ? start : [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end];
  return groups.map((group) => Number.parseInt(group, 16));
}

/** @param bits the length of the prefix, 64 at most */
function ipv6Network(groups: readonly number[], bits: number): string {
  const masked = groups.slice(0, 4).map((group, index) => {
    const kept = Math.min(16, Math.max(0, bits - index * 16));
    return group & (0xffff << (16 - kept));
  });
  return `${masked.map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** The headers in which proxies send the address of their caller. */
export const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'];

/** Warns once in the log that a proxy seems to be in front and that its headers about addresses are ignored. */
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
