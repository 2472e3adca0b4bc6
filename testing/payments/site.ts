// The API and the payment sandbox as processes of their own: the API is killed, started again, and sent ahead in time.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startProgram, waitForLine } from 'tooling/site/children';
import { findPostgres, freePort, startPostgres } from 'tooling/site/postgres';
import { apiSandboxSettings, sandboxSettings } from 'tooling/site/sandbox-settings';
import { apiSettings } from 'tooling/site/site';

const READY = /listening on/;
const POLL_MS = 100;
const QUIET_WITHIN_MS = 180_000;

/** A card number, what a payment can be confirmed with, a signing secret, a buyer's address. */
const SECRETS = /(?<![\d.])\d{13,19}(?!\d)|_secret_|\bsk_test_|whsec_|@payments\.test/;

async function start(file, env, read = () => {}) {
  const { onLine, seen } = waitForLine(READY);
  const program = startProgram(file, {
    env,
    onLine: (line) => {
      onLine(line);
      read(line);
    },
  });
  if (!(await Promise.race([seen, program.ended.then(() => false)]))) throw new Error(program.tail());
  return program;
}

/**
 * @param {'pglite' | 'postgres'} database
 * @returns the site; `up` resolves while the API answers
 */
export async function openSite(database) {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-payments-'));
  const postgres = database === 'postgres' ? await startPostgres(findPostgres()) : null;
  const settings = {
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir: directory,
    // The run calls the API alone, so nothing needs to be built for it.
    distDir: path.join(directory, 'dist'),
  };
  const storage = { DATA_DIR: directory, DATABASE_URL: postgres?.url ?? '' };
  const sandboxEnv = sandboxSettings(settings);
  const sandbox = await start('pay-sandbox/src/main.ts', sandboxEnv);

  let aheadMs = 0;
  const log = { lines: 0, leaks: [] };
  const startApi = () =>
    start(
      'api/src/testing/main-ahead.ts',
      {
        ...apiSettings(settings),
        ...apiSandboxSettings(settings),
        ...storage,
        CLOCK_AHEAD_MS: String(aheadMs),
        LOG_LEVEL: 'info',
      },
      (line) => {
        log.lines += 1;
        if (SECRETS.test(line.replace(/"time":\d+/, ''))) log.leaks.push(line);
      },
    );
  let api = await startApi();
  let killIn = null;

  const site = {
    directory,
    url: `http://localhost:${settings.port}/api/v1`,
    sandboxUrl: `http://127.0.0.1:${settings.sandboxPort}`,
    up: Promise.resolve(),
    kills: 0,
    /** What the API wrote: how many lines, and those with something that no log may hold. */
    log,

    /** Kills the API with the given number of calls to come. */
    killIn(calls) {
      killIn = calls;
    },

    /** Before each call: counts down to the kill. */
    tick() {
      if (killIn === null) return;
      killIn -= 1;
      if (killIn > 0) return;
      killIn = null;
      site.kill();
    },

    /** kill -9, and up again with what the disk has, the clock that far ahead from then on. */
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

    /** Stops the API in the proper way and starts it with the clock that far ahead. */
    async goTo(milliseconds) {
      aheadMs = milliseconds;
      await site.up;
      await api.stop();
      api = await startApi();
    },

    /** Waits until nothing is left to do. @param {string[]} gauges of the metrics, which must all be 0 */
    async quiet(gauges) {
      const deadline = Date.now() + QUIET_WITHIN_MS;
      for (;;) {
        await site.up;
        const text = await (await fetch(`${site.url}/metrics`)).text();
        const left = gauges.filter((gauge) => !new RegExp(`^foodhall_${gauge} 0$`, 'm').test(text));
        if (left.length === 0) return;
        if (Date.now() > deadline)
          throw new Error(`After ${QUIET_WITHIN_MS / 1000} s there is still ${left.join(', ')}.`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },

    /** @param {'GET' | 'PUT' | 'POST' | 'DELETE'} method */
    async control(method, address, body) {
      const answer = await fetch(`${site.sandboxUrl}/__control${address}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      return answer.ok ? answer.json() : null;
    },

    /** Has the sandbox send again what did not arrive, at once. */
    async resendWebhooks() {
      const { stripe, paystack } = JSON.parse(sandboxEnv.PAY_SANDBOX_CONFIG);
      for (const { publishableKey, webhook } of stripe.accounts) {
        await site.control('PUT', '/stripe/webhook-url', { publishableKey, url: webhook.url });
      }
      for (const { publicKey, webhookUrl } of paystack.accounts) {
        await site.control('PUT', '/paystack/webhook-url', { publicKey, url: webhookUrl });
      }
    },

    /** Stops both and compares the database with what the sandbox has on its books. */
    async audit() {
      await site.up;
      await api.stop();
      await sandbox.stop();
      const lines = [];
      const audit = startProgram('api/src/testing/payment-audit.ts', {
        env: { ...storage, SANDBOX_STATE: sandboxEnv.PAY_SANDBOX_STATE },
        onLine: (line) => lines.push(line),
      });
      if ((await audit.ended) !== 0) throw new Error(audit.tail());
      return JSON.parse(lines.at(-1));
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
