/** The whole API over a real database, called through `inject`. */

import { readConfig } from 'core/config';
import type { App } from 'core/http/scope';
import { type LogEntry, recordingLog } from 'core/testing/logs';
import { testDatabase, withDatabase } from 'core/testing/test-database';
import { buildApp } from '../app';
import { createDeps, type Deps } from '../deps';
import type { Email } from '../messages/mail/mailer';
import { checkResponses } from './described-responses';

export { withDatabase };

export interface TestApp {
  app: App;
  deps: Deps;
  /** The emails sent so far. */
  emails: Email[];
  /** The warnings and errors logged so far. */
  logged: LogEntry[];
  /** Moves the clock that commands use. The now() of the database does not move. */
  advance(milliseconds: number): void;
  /**
   * Stops that clock, so that only `advance` moves it, however long a slow machine takes. It stops a minute ahead of the database's now(), by
   * which messages of the outbox are due as well.
   */
  stopClock(): void;
  close(): Promise<void>;
}

/** A test ends before the database's clock reaches a stopped clock. */
const AHEAD_MS = 60_000;

export interface TestAppOptions {
  environment?: Record<string, string>;
  overrides?: Partial<Deps>;
  /** False: as in production, the API removes fields that the schema of a response lacks. */
  isStrict?: boolean;
}

export const testEnvironment = {
  PAYMENTS: 'sandbox',
  STRIPE_API_BASE: 'http://localhost:8081',
  STRIPE_SCRIPT_URL: 'http://localhost:8081/stripe.js',
  PAYSTACK_API_BASE: 'http://localhost:8081',
  PAYSTACK_SCRIPT_URL: 'http://localhost:8081/paystack/inline.js',
  GLOBAL_HPP_URL: 'http://localhost:8081/pay',
  GLOBAL_API_URL: 'http://localhost:8081/epage-remote.cgi',
  DATA_DIR: 'memory://',
};

export async function buildTestApp({
  environment = {},
  overrides = {},
  isStrict = true,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = await testDatabase();
  const emails: Email[] = [];
  const { log, entries: logged } = recordingLog();
  let shift = 0;
  let stoppedAt: number | null = null;
  const deps = createDeps({
    config: readConfig({ ...testEnvironment, ...environment }),
    database,
    log,
    overrides: {
      clock: { now: () => new Date((stoppedAt ?? Date.now()) + shift) },
      mailer: {
        send: async (email) => {
          emails.push(email);
        },
      },
      ...overrides,
    },
  });
  const app = await buildApp(deps, { isStrict });
  await app.ready();
  checkResponses(app);
  return {
    app,
    deps,
    emails,
    logged,
    advance: (milliseconds) => {
      shift += milliseconds;
    },
    stopClock: () => {
      stoppedAt ??= Date.now() + AHEAD_MS;
    },
    close: () => app.close(),
  };
}

/** Call once in a test file: `withDatabase`, and a new app for each test. */
export function withTestApp(options: TestAppOptions = {}): { current: TestApp } {
  withDatabase();
  const holder: { current: TestApp | null } = { current: null };
  beforeEach(async () => {
    holder.current = await buildTestApp(options);
  });
  afterEach(async () => {
    await holder.current?.close();
    holder.current = null;
  });
  return {
    get current() {
      if (!holder.current) throw new Error('The app exists only while a test runs.');
      return holder.current;
    },
  };
}
