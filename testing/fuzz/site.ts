/** The tested site: the demo market on one of the two databases, and the sessions that may call it. */
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { copyOfSite } from 'releases/commands/site-copy';
import { findPostgres, freePort, startPostgres } from 'scripts/site/postgres';
import { startSite } from 'scripts/site/site';
import { logIn, register } from '../client/accounts';
import { overHttp, type Send } from '../client/http';
import { buy, move, putInCart, vendorNamed } from '../client/orders';
import { sandboxAt } from '../client/sandbox';
import type { Example, FuzzRequest } from './requests';

export type DatabaseKind = 'pglite' | 'postgres';

/** The time limit for a response, in milliseconds. A slower one counts as missing. */
export const ANSWER_MS = 10_000;

export interface FuzzReply {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

export interface FuzzSite {
  url: string;
  port: number;
  /** The calls that filled the site. It accepted all of them. */
  examples: readonly Example[];
  /** The session tokens that requests use. '' stands for a visitor. */
  tokens: readonly string[];
  /** @throws when no response comes within ANSWER_MS, or the connection ends before it */
  call: (request: FuzzRequest) => Promise<FuzzReply>;
  /** Null while both processes run, else the way one of them ended. */
  ended: () => string | null;
  stop: () => Promise<void>;
}

function postgresOrThrow() {
  const bin = findPostgres();
  if (!bin) throw new Error('The programs of PostgreSQL (initdb, postgres) are not on this machine.');
  return startPostgres(bin);
}

function callOver(port: number, agent: http.Agent) {
  return ({ method, path: target, headers, body }: FuzzRequest) =>
    new Promise<FuzzReply>((resolve, reject) => {
      const request = http.request(
        { agent, port, method, path: target, headers: { ...headers, ...(body && { 'content-length': body.length }) } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            clearTimeout(timer);
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString('utf8'),
            });
          });
        },
      );
      const timer = setTimeout(() => {
        request.destroy(new Error(`There was no answer within ${ANSWER_MS / 1000} s.`));
      }, ANSWER_MS);
      request.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      request.end(body);
    });
}

/** Starts the site with people who have something to lose: a cart, an order in a queue, a past order. */
export async function openFuzzSite(kind: DatabaseKind): Promise<FuzzSite> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-fuzz-'));
  const postgres = kind === 'postgres' ? await postgresOrThrow() : null;
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const distDir = path.join(directory, 'dist');
  await copyOfSite(distDir);
  const site = await startSite({
    port,
    sandboxPort,
    dataDir: path.join(directory, 'data'),
    distDir,
    env: { TRUSTED_PROXIES: '1', LOG_LEVEL: 'fatal', ...(postgres && { DATABASE_URL: postgres.url }) },
  });
  const examples: Example[] = [];
  const api = overHttp(`${site.url}/api/v1`);
  const send: Send = (call) => {
    examples.push({ ...call, path: `/api/v1${call.path}` });
    return api(call);
  };
  const sandbox = sandboxAt(site.sandboxUrl ?? '');
  const staff = await logIn(send, 'vendor@foodhall.test');
  const buyer = await register(send);
  await buy(buyer, sandbox);
  await move(staff, await buy(buyer, sandbox), 'busy', 'done', 'collected');
  const { id, order } = await buy(buyer, sandbox);
  await move(staff, { id }, 'busy', 'done');
  await staff.put(`/queues/notify/${order.id}`, undefined);
  await staff.put(`/queues/reprint/${order.id}`, undefined);
  await putInCart(buyer, await vendorNamed(buyer, 1, 'Kumo Ramen'));
  let failure: string | null = null;
  void site.failed.then((sentence) => {
    failure = sentence;
  });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  return {
    url: site.url,
    port,
    examples,
    tokens: ['', staff.token, staff.token, buyer.token, buyer.token],
    call: callOver(port, agent),
    ended: () => failure,
    async stop() {
      agent.destroy();
      await site.stop();
      await postgres?.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
