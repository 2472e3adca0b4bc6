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

/** Keys of the demo venues' accounts at the sandbox. They open nothing outside this machine. */
const GRANARY = {
  id: 'acct_granary',
  publishableKey: 'pk_test_granary',
  secretKey: 'sk_test_granary',
  webhookSecret: 'whsec_granary',
};

function sandboxSettings({ port, sandboxPort, dataDir }) {
  const account = {
    id: GRANARY.id,
    secretKey: GRANARY.secretKey,
    publishableKey: GRANARY.publishableKey,
    webhook: {
      url: `http://127.0.0.1:${port}/api/v1/webhooks/stripe/granary-square-market`,
      secret: GRANARY.webhookSecret,
    },
  };
  return {
    PAY_SANDBOX_PORT: String(sandboxPort),
    PAY_SANDBOX_STATE: isMemory(dataDir) ? '' : path.join(dataDir, 'pay-sandbox.json'),
    PAY_SANDBOX_CONFIG: JSON.stringify({ stripe: { accounts: [account] } }),
  };
}

function apiSettings({ port, sandboxPort, dataDir, distDir }) {
  return {
    PORT: String(port),
    DATA_DIR: dataDir,
    DIST_DIR: distDir,
    DEMO: '1',
    PAYMENTS: 'sandbox',
    STRIPE_API_BASE: `http://127.0.0.1:${sandboxPort}`,
    STRIPE_SCRIPT_URL: `http://localhost:${sandboxPort}/stripe.js`,
    STRIPE_SECRET_GRANARY: GRANARY.secretKey,
    STRIPE_WEBHOOK_SECRET_GRANARY: GRANARY.webhookSecret,
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
  if (!isMemory(dataDir)) await mkdir(dataDir, { recursive: true });
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
    usesSandbox ? apiSettings(settings) : { PORT: String(port), DATA_DIR: dataDir },
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
