// Runs the API and the payment sandbox as processes of their own. The API is killed, started again, and started with a clock that is ahead.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runToEnd, startListening } from 'scripts/site/children';
import { findPostgres, freePort, startPostgres } from 'scripts/site/postgres';
import { apiSandboxSettings, sandboxSettings } from 'scripts/site/sandbox-settings';
import { apiSettings } from 'scripts/site/site';
import { z } from 'zod';
import { logIn, newPerson, register } from '../client/accounts';
import { type Client, clientOf, overHttp, type Send } from '../client/http';
import { type Sandbox, sandboxAt } from '../client/sandbox';

const POLL_MS = 100;
const QUIET_WITHIN_MS = 180_000;

/** Matches secrets: a card number, the key that confirms a payment, a signing secret, a buyer's address. */
const SECRETS = /(?<![\d.])\d{13,19}(?!\d)|_secret_|\bsk_test_|whsec_|@payments\.test/;

const auditSchema = z.object({ problems: z.array(z.string()), counts: z.record(z.string(), z.number()) });

const sandboxConfigSchema = z.object({
  stripe: z.object({
    accounts: z.array(z.object({ publishableKey: z.string(), webhook: z.object({ url: z.string() }) })),
  }),
  paystack: z.object({ accounts: z.array(z.object({ publicKey: z.string(), webhookUrl: z.string() })) }),
});

export type DatabaseKind = 'pglite' | 'postgres';

export interface Site {
  send: Send;
  sandbox: Sandbox;
  /** The token of the account that runs every venue. */
  operatorToken: string;
  /** Signs in the account that runs every venue. Its session ends after 12 hours, and the clock leaps. */
  signInOperator: () => Promise<Client>;
  /** Resolves while the API is up. */
  up: Promise<void>;
  kills: number;
  /** The API's output: the number of its lines, and the lines with secrets. */
  log: { lines: number; leaks: string[] };
  /** Kills the API after the given number of calls. */
  killIn: (calls: number) => void;
  /** Counts down to the kill, before each call. */
  tick: () => void;
  /** Kills the API with kill -9 and starts it again, with the data on the disk and its clock ahead by this time. */
  kill: (milliseconds?: number) => void;
  /** Stops the API properly and starts it with its clock ahead by this time. */
  goTo: (milliseconds: number) => Promise<void>;
  /** Waits until no work is left. @param gauges metrics that must all be 0 @throws after QUIET_WITHIN_MS */
  quiet: (gauges: readonly string[]) => Promise<void>;
  /** Makes the sandbox repeat its undelivered webhooks at once. */
  resendWebhooks: () => Promise<void>;
  /** Stops both and compares the database with the sandbox's books. */
  audit: () => Promise<z.output<typeof auditSchema>>;
  close: () => Promise<void>;
}

function startDatabase(kind: DatabaseKind) {
  if (kind === 'pglite') return null;
  const bin = findPostgres();
  if (!bin) throw new Error('The programs of PostgreSQL (initdb, postgres) are not on this machine.');
  return startPostgres(bin);
}

export async function openSite(database: DatabaseKind): Promise<Site> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-payments-'));
  const postgres = await startDatabase(database);
  const settings = {
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir: directory,
    // The run only calls the API, so it needs no build.
    distDir: path.join(directory, 'dist'),
  };
  const storage = { DATA_DIR: directory, DATABASE_URL: postgres?.url ?? '' };
  const sandboxEnv = sandboxSettings(settings);
  const sandbox = await startListening('pay-sandbox/src/main.ts', { env: sandboxEnv });

  let aheadMs = 0;
  const log: Site['log'] = { lines: 0, leaks: [] };
  const startApi = () =>
    startListening('api/src/testing/main-ahead.ts', {
      env: {
        ...apiSettings(settings),
        ...apiSandboxSettings(settings),
        ...storage,
        CLOCK_AHEAD_MS: String(aheadMs),
        LOG_LEVEL: 'info',
      },
      onLine: (line) => {
        log.lines += 1;
        if (SECRETS.test(line.replace(/"time":\d+/, ''))) log.leaks.push(line);
      },
    });
  let api = await startApi();
  let killIn: number | null = null;
  const sandboxControl = sandboxAt(`http://127.0.0.1:${settings.sandboxPort}`);
  const send = overHttp(`http://localhost:${settings.port}/api/v1`);

  const operator = { ...newPerson(), email: 'operator@payments.test' };
  const { token: operatorToken } = await register(send, operator);
  // A database allows only one process.
  await api.stop();
  await runToEnd('api/src/testing/add-operator.ts', { env: { ...storage, OPERATOR: operator.email } });
  api = await startApi();

  const site: Site = {
    send,
    sandbox: sandboxControl,
    operatorToken,
    async signInOperator() {
      const { token } = await logIn(send, operator.email, operator.password);
      site.operatorToken = token;
      return clientOf(send, token);
    },
    up: Promise.resolve(),
    kills: 0,
    log,

    killIn(calls) {
      killIn = calls;
    },

    tick() {
      if (killIn === null) return;
      killIn -= 1;
      if (killIn > 0) return;
      killIn = null;
      site.kill();
    },

    kill(milliseconds = aheadMs) {
      site.kills += 1;
      aheadMs = milliseconds;
      const killed = api;
      killed.kill();
      site.up = (async () => {
        await killed.ended;
        api = await startApi();
      })();
    },

    async goTo(milliseconds) {
      aheadMs = milliseconds;
      await site.up;
      await api.stop();
      api = await startApi();
    },

    async quiet(gauges) {
      const deadline = Date.now() + QUIET_WITHIN_MS;
      for (;;) {
        await site.up;
        const text = String((await send({ method: 'GET', path: '/metrics' })).body);
        const left = gauges.filter((gauge) => !new RegExp(`^foodhall_${gauge} 0$`, 'm').test(text));
        if (left.length === 0) return;
        if (Date.now() > deadline)
          throw new Error(`After ${QUIET_WITHIN_MS / 1000} s there is still ${left.join(', ')}.`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },

    async resendWebhooks() {
      const { stripe, paystack } = sandboxConfigSchema.parse(JSON.parse(sandboxEnv.PAY_SANDBOX_CONFIG));
      for (const { publishableKey, webhook } of stripe.accounts) {
        await sandboxControl.control('PUT', '/stripe/webhook-url', { publishableKey, url: webhook.url });
      }
      for (const { publicKey, webhookUrl } of paystack.accounts) {
        await sandboxControl.control('PUT', '/paystack/webhook-url', { publicKey, url: webhookUrl });
      }
    },

    async audit() {
      await site.up;
      await api.stop();
      await sandbox.stop();
      const env = { ...storage, SANDBOX_STATE: sandboxEnv.PAY_SANDBOX_STATE };
      const lines = await runToEnd('api/src/testing/payment-audit.ts', { env });
      return auditSchema.parse(JSON.parse(lines.at(-1) ?? ''));
    },

    async close() {
      await site.up.catch(() => {});
      await Promise.all([api.stop(), sandbox.stop()]);
      await postgres?.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return site;
}
