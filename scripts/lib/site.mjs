// The whole site on this machine: the payment sandbox and the API, started, awaited, and stopped together.
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { startProgram, waitForLine } from './children.mjs';
import { root } from './parts.mjs';

/** A reason not to start that one sentence tells. */
export class StartError extends Error {}

const isMemory = (dataDir) => dataDir === 'memory://';

/** Throws StartError when somebody else listens there. */
export async function requireFreePort(port, setting) {
  await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new StartError(
              `Port ${port} is in use by another process; stop that one, or set ${setting} to another number.`,
            )
          : new StartError(`Port ${port} cannot be used (${error.code}); set ${setting} to another number.`),
      ),
    );
    probe.listen(port, '::', () => probe.close(resolve));
  });
}

/** @throws StartError for what is no port */
export function readPort(setting, fallback) {
  const found = process.env[setting]?.trim();
  if (!found) return fallback;
  if (!/^\d+$/.test(found) || Number(found) < 1 || Number(found) > 65_535) {
    throw new StartError(`${setting} is '${found}'; it must be a whole number from 1 to 65535.`);
  }
  return Number(found);
}

export const readDataDir = () => process.env.DATA_DIR?.trim() || path.join(root, '.data');

/** The demo venues that use Stripe, and what their documents call their secrets. The keys open nothing outside this machine. */
const ACCOUNTS = [
  { venue: 'granary-square-market', short: 'granary', suffix: 'GRANARY' },
  { venue: 'night-market-at-pier-9', short: 'pier9', suffix: 'PIER9' },
].map(({ venue, short, suffix }) => ({
  venue,
  suffix,
  id: `acct_${short}`,
  publishableKey: `pk_test_${short}`,
  secretKey: `sk_test_${short}`,
  webhookSecret: `whsec_${short}`,
}));

/** The demo venue of Paystack, and the one of Global. */
const PAYSTACK = { venue: 'harbour-street-foodhall', secretKey: 'sk_test_harbour', publicKey: 'pk_test_harbour' };
const GLOBAL = { merchantId: 'leshallesducanal', secret: 'canal-secret', rebatePassword: 'canal-rebate' };
const STITCH = { clientId: 'test-foodhall', clientSecret: 'stitch-secret' };

export function sandboxSettings({ port, sandboxPort, dataDir }) {
  const accounts = ACCOUNTS.map(({ venue, id, secretKey, publishableKey, webhookSecret }) => ({
    id,
    secretKey,
    publishableKey,
    webhook: { url: `http://127.0.0.1:${port}/api/v1/webhooks/stripe/${venue}`, secret: webhookSecret },
  }));
  const paystack = {
    accounts: [
      {
        id: 'harbour',
        secretKey: PAYSTACK.secretKey,
        publicKey: PAYSTACK.publicKey,
        webhookUrl: `http://127.0.0.1:${port}/api/v1/webhooks/paystack/${PAYSTACK.venue}`,
      },
    ],
  };
  return {
    PAY_SANDBOX_PORT: String(sandboxPort),
    PAY_SANDBOX_STATE: isMemory(dataDir) ? '' : path.join(dataDir, 'pay-sandbox.json'),
    PAY_SANDBOX_CONFIG: JSON.stringify({
      stripe: { accounts },
      paystack,
      global: { accounts: [GLOBAL] },
      stitch: { clients: [STITCH] },
    }),
  };
}

/** What the API is told in any case; the provider's own addresses and secrets then come from the environment. */
export function apiSettings({ port, dataDir, distDir }) {
  return { PORT: String(port), DATA_DIR: dataDir, DIST_DIR: distDir, DEMO: '1' };
}

export function apiSandboxSettings({ sandboxPort }) {
  return {
    PAYMENTS: 'sandbox',
    STRIPE_API_BASE: `http://127.0.0.1:${sandboxPort}`,
    STRIPE_SCRIPT_URL: `http://localhost:${sandboxPort}/stripe.js`,
    PAYSTACK_API_BASE: `http://127.0.0.1:${sandboxPort}`,
    PAYSTACK_SCRIPT_URL: `http://localhost:${sandboxPort}/paystack/inline.js`,
    GLOBAL_HPP_URL: `http://localhost:${sandboxPort}/pay`,
    GLOBAL_API_URL: `http://127.0.0.1:${sandboxPort}/epage-remote.cgi`,
    STITCH_TOKEN_URL: `http://127.0.0.1:${sandboxPort}/connect/token`,
    STITCH_API_URL: `http://127.0.0.1:${sandboxPort}/stitch/graphql`,
    STITCH_CLIENT_ID: STITCH.clientId,
    STITCH_CLIENT_SECRET: STITCH.clientSecret,
    PAYSTACK_SECRET_HARBOUR: PAYSTACK.secretKey,
    GLOBAL_SECRET_CANAL: GLOBAL.secret,
    GLOBAL_SECRET_CANAL_REBATE: GLOBAL.rebatePassword,
    ...Object.fromEntries(
      ACCOUNTS.flatMap(({ suffix, secretKey, webhookSecret }) => [
        [`STRIPE_SECRET_${suffix}`, secretKey],
        [`STRIPE_WEBHOOK_SECRET_${suffix}`, webhookSecret],
      ]),
    ),
  };
}

/**
 * Starts the sandbox and the API and waits until both answer.
 * A setting of PAYMENTS other than sandbox starts the API alone, with the environment's own provider settings.
 * @param {{port?: number, sandboxPort?: number, dataDir?: string, distDir?: string, env?: Record<string, string>,
 *   report?: (line: string) => void}} [options]
 * @returns {Promise<{url: string, sandboxUrl: string | null, failed: Promise<string>, stop: () => Promise<void>}>}
 *   `failed` resolves with a sentence when one of the processes ends by itself
 * @throws StartError
 */
export async function startSite({
  port = 8080,
  sandboxPort = 8081,
  dataDir = path.join(root, '.data'),
  distDir = path.join(root, 'dist'),
  env = {},
  report = () => {},
} = {}) {
  const settings = { port, sandboxPort, dataDir, distDir };
  const usesSandbox = (process.env.PAYMENTS ?? 'sandbox') === 'sandbox';
  if (!isMemory(dataDir)) {
    await mkdir(dataDir, { recursive: true }).catch(({ code }) => {
      throw new StartError(
        `DATA_DIR is '${dataDir}'; it must be a directory that this process may write to (${code}).`,
      );
    });
  }
  const programs = [];
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    await Promise.all(programs.map(({ program }) => program.stop()));
  };

  async function start(name, file, childEnv, ready) {
    const { onLine, seen } = waitForLine(ready);
    const program = startProgram(file, {
      env: { ...childEnv, ...env },
      onLine: (line) => {
        onLine(line);
        if (!ready.test(line) && line.trim() !== '') report(line);
      },
    });
    programs.push({ name, program });
    const isReady = await Promise.race([seen, program.ended.then(() => false)]);
    if (!isReady) {
      await stop();
      throw new StartError(program.tail() || `${name} ended before it was ready.`);
    }
  }

  if (usesSandbox) {
    await start('The payment sandbox', 'pay-sandbox/src/main.ts', sandboxSettings(settings), /listening on/);
  }
  await start(
    'The API',
    'api/src/main.ts',
    { ...apiSettings(settings), ...(usesSandbox ? apiSandboxSettings(settings) : {}) },
    /listening on/,
  );

  const failed = Promise.race(
    programs.map(async ({ name, program }) => {
      const code = await program.ended;
      return isStopping ? new Promise(() => {}) : `${name} ended by itself (code ${code}).\n${program.tail()}`;
    }),
  );
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: usesSandbox ? `http://localhost:${sandboxPort}` : null,
    failed,
    stop,
  };
}
