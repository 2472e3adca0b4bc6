// The whole site on this machine: the payment sandbox and the API, started, awaited, and stopped together.
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { root } from '../build/apps';
import { startProgram, waitForLine } from './children';
import { supervise } from './supervise';

/** A reason not to start that one sentence tells. */
export class StartError extends Error {}

/** What a program prints once it answers. */
const READY = /listening on/;

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

/** The folder with builds and registry that is served: this clone's own, unless DIST_DIR names another. */
export const readDistDir = () => path.resolve(process.env.DIST_DIR?.trim() || path.join(root, 'dist'));

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
export function apiSettings({ port, dataDir, distDir, demo = '1' }) {
  return { PORT: String(port), DATA_DIR: dataDir, DIST_DIR: distDir, DEMO: demo };
}

const usesSandbox = (environment) => (environment.PAYMENTS?.trim() || 'sandbox') === 'sandbox';

/**
 * Whether the demo market is imported, whose passwords are published: what DEMO says. Without it, with the sandbox alone:
 * the demo's payment accounts are the sandbox's, and no provider knows them.
 * @param {Record<string, string | undefined>} environment
 * @returns {string} the API's setting, which the API checks
 */
export const demoSetting = (environment) => environment.DEMO?.trim() || (usesSandbox(environment) ? '1' : '0');

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
 *   restarts?: boolean, report?: (line: string) => void}} [options] `restarts`: a process that ends by itself once the
 *   site was ready is started again; otherwise `failed` tells
 * @returns {Promise<{url: string, sandboxUrl: string | null, isDemo: boolean, failed: Promise<string>,
 *   stop: () => Promise<void>}>}
 *   `failed` resolves with a sentence when one of the processes ends by itself and is not started again
 * @throws StartError
 */
export async function startSite({
  port = 8080,
  sandboxPort = 8081,
  dataDir = path.join(root, '.data'),
  distDir = path.join(root, 'dist'),
  env = {},
  restarts = false,
  report = () => {},
} = {}) {
  const environment = { ...process.env, ...env };
  const settings = { port, sandboxPort, dataDir, distDir, demo: demoSetting(environment) };
  const hasSandbox = usesSandbox(environment);
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

  /**
   * What it prints before it is ready is reported then, since of one that never is, its last words are told instead.
   * @returns {Promise<boolean>} false: it ended before it was ready
   */
  async function start({ file, childEnv }, started) {
    const { onLine, seen } = waitForLine(READY);
    let early = [];
    const program = startProgram(file, {
      env: { ...childEnv, ...env },
      onLine: (line) => {
        onLine(line);
        if (READY.test(line) || line.trim() === '') return;
        if (early) early.push(line);
        else report(line);
      },
    });
    started(program);
    const isReady = await Promise.race([seen, program.ended.then(() => false)]);
    if (isReady) for (const line of early) report(line);
    early = null;
    return isReady;
  }

  const kinds = [
    ...(hasSandbox
      ? [{ name: 'The payment sandbox', file: 'pay-sandbox/src/main.ts', childEnv: sandboxSettings(settings) }]
      : []),
    {
      name: 'The API',
      file: 'api/src/main.ts',
      childEnv: { ...apiSettings(settings), ...(hasSandbox ? apiSandboxSettings(settings) : {}) },
    },
  ];
  for (const kind of kinds) {
    const entry = { name: kind.name };
    programs.push(entry);
    const isReady = await start(kind, (program) => {
      entry.program = program;
    });
    if (!isReady) {
      await stop();
      throw new StartError(entry.program.tail() || `${kind.name} ended before it was ready.`);
    }
  }

  const site = {
    url: `http://localhost:${port}`,
    sandboxUrl: hasSandbox ? `http://localhost:${sandboxPort}` : null,
    isDemo: settings.demo === '1',
  };
  if (restarts) {
    const supervised = kinds.map((kind, index) =>
      supervise(kind.name, (started) => start(kind, started), programs[index].program, { report }),
    );
    return {
      ...site,
      failed: new Promise(() => {}),
      stop: async () => void (await Promise.all(supervised.map((each) => each.stop()))),
    };
  }
  const failed = Promise.race(
    programs.map(async ({ name, program }) => {
      const code = await program.ended;
      return isStopping ? new Promise(() => {}) : `${name} ended by itself (code ${code}).\n${program.tail()}`;
    }),
  );
  return { ...site, failed, stop };
}
