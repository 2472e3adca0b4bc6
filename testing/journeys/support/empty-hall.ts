/** Starts a site for customers on an empty database of its own, as after its first start. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Program, startProgram, waitForLine } from 'scripts/site/children';
import { freePort } from 'scripts/site/postgres';
import { z } from 'zod';
import { type Client, clientOf, overHttp } from '../../client/http';

export interface EmptyHall {
  url: string;
  /** The link that the latest start printed. */
  setupLink: () => string;
  /** Restarts the site as a service manager does. @param aheadMs so much later, by the clock of the site */
  restart: (aheadMs?: number) => Promise<void>;
  /** The folder with the emails of this site. */
  outbox: string;
  stop: () => Promise<void>;
}

interface EmptyHallOptions {
  /** The folder with the builds. By default, the one of this worker's site. */
  distDir?: string | undefined;
  /** Further settings. */
  settings?: Readonly<Record<string, string | undefined>>;
}

/** @throws if the site does not start */
export async function startEmptyHall({
  distDir = process.env.E2E_DIST,
  settings = {},
}: EmptyHallOptions = {}): Promise<EmptyHall> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'foodhall-hall-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    PORT: String(port),
    SITE_URL: url,
    DATA_DIR: dataDir,
    DIST_DIR: distDir,
    PAYMENTS: 'test',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  let link = '';
  let program: Program;
  const start = async (aheadMs = 0) => {
    // A hall that is set up has no link any more.
    const { onLine, seen } = waitForLine(aheadMs > 0 ? /listening on/ : /\/setup#[\w-]{43}/);
    program = startProgram(aheadMs > 0 ? 'api/src/testing/main-ahead.ts' : 'api/src/production.ts', {
      env: { ...env, CLOCK_AHEAD_MS: String(aheadMs), AHEAD_FOR_CUSTOMERS: '1' },
      onLine(line) {
        link = /\S+\/setup#[\w-]{43}/.exec(line)?.[0] ?? link;
        onLine(line);
      },
    });
    const isReady = await Promise.race([seen, program.ended.then(() => false)]);
    if (!isReady) throw new Error(`The empty hall did not start: ${program.tail()}`);
  };
  await start();
  return {
    url,
    setupLink: () => link,
    outbox: path.join(dataDir, 'outbox'),
    async restart(aheadMs) {
      await program.stop();
      await start(aheadMs);
    },
    async stop() {
      await program.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Sets up the hall without a page. @returns a client of its operator, who runs every venue of the site */
export async function openHall({ url, setupLink }: EmptyHall, name: string): Promise<Client> {
  const send = overHttp(`${url}/api/v1`);
  const form = {
    token: new URL(setupLink()).hash.slice(1),
    name: 'Ola Nordmann',
    email: 'ola@hall.example',
    phone: '',
    password: 'a good password',
    hall_name: name,
    currency: 'CAD',
    timezone: 'America/Toronto',
    tax_name: 'HST',
    tax_number: '',
    tax_rate_percent: '13',
    tax_included: true,
    provider: 'Stripe',
    provider_key: 'pk_test_hall',
    secret_env: 'STRIPE_SECRET_HALL',
    webhook_secret_env: '',
    delivery_method_types: ['collect'],
  };
  const { token } = await clientOf(send).post('/setup', form, z.object({ token: z.string() }));
  return clientOf(send, token);
}

const madeSchema = z.object({ data: z.object({ id: z.number(), token: z.string() }) });

/** @param grant the token's permissions, as `POST /registry/tokens` takes them */
export async function releaseToken(operator: Client, grant: object): Promise<{ id: number; token: string }> {
  return (await operator.post('/registry/tokens', grant, madeSchema)).data;
}
