/** Decides which addresses belong to the public internet. A stranger supplies an endpoint, so it must not lead into the operator's network. */
import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose registries: this host, private, shared, loopback, link-local, documentation, multicast, reserved. */
const V4_INSIDE = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Hosts do not use these parts of global unicast: protocols (such as Teredo), documentation, and 6to4 with an IPv4 address inside. */
const V6_SPECIAL = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const inside = new BlockList();
for (const [network, prefix] of V4_INSIDE) inside.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of V6_SPECIAL) inside.addSubnet(network, prefix, 'ipv6');

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * @param address an IP address without brackets. Any other text is not public. IPv6 has one public range, so that loopback, link-local (with or
 * without a zone), unique local, IPv4-mapped and translated addresses need no list.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !inside.check(address, 'ipv4');
    case 6:
      return !address.includes('%') && globalUnicast.check(address, 'ipv6') && !inside.check(address, 'ipv6');
    default:
      return false;
  }
}
