import { isPublicAddress } from './public-address';

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '100.63.255.255',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80f::200e',
])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['this host', '0.0.0.0'],
  ['private', '10.1.2.3'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['shared by a provider’s customers', '100.64.0.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local, where clouds keep their secrets', '169.254.169.254'],
  ['documentation', '203.0.113.9'],
  ['benchmarks', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 unspecified', '::'],
  ['IPv6 loopback', '::1'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 link-local with a zone', 'fe80::1%eth0'],
  ['IPv6 global with a zone', '2606:4700::1%eth0'],
  ['IPv6 unique local', 'fd12:3456:789a::1'],
  ['IPv6 unique local', 'fc00::1'],
  ['IPv6 site-local', 'fec0::1'],
  ['IPv6 multicast', 'ff02::1'],
  ['IPv6 documentation', '2001:db8::1'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped private, in hex', '::ffff:a00:1'],
  ['IPv4-mapped public, which is not in use', '::ffff:8.8.8.8'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['translated (NAT64)', '64:ff9b::7f00:1'],
  ['6to4 with a private address inside', '2002:a00:1::1'],
  ['Teredo', '2001:0:7f00:1::'],
  ['a name', 'localhost'],
  ['nothing', ''],
])('an address of the kind ‘%s’ (%s) is not public', (_kind, address) => {
  expect(isPublicAddress(address)).toBe(false);
});
