/** Opens the routes of the policy 'operations' only to the tools of the person who runs the server. Other callers get a 404. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config';
import { notFound } from '../errors';
import { FORWARDED } from '../http/client-address';
import { decide } from './policies';

const THIS_MACHINE = ['127.0.0.0/8', '::1'];

type Access = Pick<Config, 'metrics' | 'trustedProxies'>;

/** Call this before the first route. */
export function guardOperations(app: FastifyInstance, access: Access): void {
  const isTool = toolsOf(access);
  app.addHook('onRequest', (request, reply, done) => {
    const { policy } = request.routeOptions.config;
    if (policy !== 'operations') return done();
    reply.header('cache-control', 'no-store');
    const isAllowed = decide(policy, null, { isAskedByTool: isTool(request) }) === 'allowed';
    done(isAllowed ? undefined : notFound());
  });
}

/**
 * If neither a token nor an address is set, only requests from this machine are tools. If a proxy is trusted as well, no request is,
 * because a visitor's request may seem to come from this machine.
 */
function toolsOf({ metrics: { token, addresses }, trustedProxies }: Access) {
  const isByDefault = token === null && addresses.length === 0;
  const networks = networksOf(isByDefault && trustedProxies === 0 ? THIS_MACHINE : addresses);
  return ({ headers, ip }: FastifyRequest): boolean => {
    const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (token !== null && bearer !== undefined && isSame(bearer, token)) return true;
    // An untrusted proxy has sent the request, so its address is the proxy's own.
    if (trustedProxies === 0 && FORWARDED.some((name) => headers[name] !== undefined)) return false;
    const version = isIP(ip);
    return version !== 0 && networks.check(ip, familyOf(version));
  };
}

/** @param addresses each an address or a network such as '10.0.0.0/8' */
function networksOf(addresses: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/');
    const family = familyOf(isIP(address));
    if (bits === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(bits), family);
  }
  return networks;
}

const familyOf = (version: number) => (version === 6 ? 'ipv6' : 'ipv4');

/** Compares in the same time wherever the two texts differ, so that the time reveals nothing about the token. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();
