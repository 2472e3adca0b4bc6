// Runs the whole site on this machine: it starts the payment sandbox and the API, waits for them, and stops them together.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { root } from 'releases/build/apps';
import { StartError } from 'releases/dev/ports';
import { type Environment, processEnv } from 'settings/environment';
import { type Program, READY, startProgram, waitForLine } from './children';
import { apiSandboxSettings, isMemory, sandboxSettings } from './sandbox-settings';
import { type Started, supervise } from './supervise';

export const readDataDir = (): string => processEnv.DATA_DIR?.trim() || path.join(root, '.data');

/** The served folder with builds and registry: this clone's own, unless DIST_DIR names another. */
export const readDistDir = (): string => path.resolve(processEnv.DIST_DIR?.trim() || path.join(root, 'dist'));

interface ApiOptions {
  port: number;
  dataDir: string;
  distDir: string;
  /** The value '1' imports the demo market. */
  demo?: string;
}

/**
 * The API's settings, with the sandbox or without it. Without the sandbox, the providers' addresses and secrets come from the environment.
 */
export function apiSettings({ port, dataDir, distDir, demo = '1' }: ApiOptions) {
  return { PORT: String(port), DATA_DIR: dataDir, DIST_DIR: distDir, DEMO: demo };
}

const usesSandbox = (environment: Environment) => (environment.PAYMENTS?.trim() || 'sandbox') === 'sandbox';

/**
 * Decides whether the demo market is imported, whose passwords are published. The setting DEMO decides. Without it, only a site with the
 * sandbox imports the demo, since its payment accounts exist only in the sandbox.
 * @returns the setting for the API, which checks it
 */
export const demoSetting = (environment: Environment): string =>
  environment.DEMO?.trim() || (usesSandbox(environment) ? '1' : '0');

export interface SiteOptions {
  port?: number;
  sandboxPort?: number;
  dataDir?: string;
  distDir?: string;
  /** More settings for the API and the sandbox. */
  env?: Environment;
  /** If true, a process that ends unasked starts again. By default, the site's `failed` resolves. */
  restarts?: boolean;
  report?: (line: string) => void;
}

export interface Site {
  url: string;
  /** Null if the providers are real. */
  sandboxUrl: string | null;
  isDemo: boolean;
  /** The id of the API's first process. */
  apiPid: number | undefined;
  /** Resolves with a sentence when one of the processes ends unasked and does not start again. */
  failed: Promise<string>;
  stop: () => Promise<void>;
}

/** A process of the site. */
interface Service {
  /** The name at the beginning of a sentence. */
  name: string;
  /** The path from the root. */
  file: string;
  env: Environment;
}

/** Holds the program's output back until it is ready, then reports it. If it never is, the last lines become the error. */
function launch({ file, env }: Service, report: (line: string) => void): Started {
  const { onLine, seen } = waitForLine(READY);
  let early: string[] | null = [];
  const program = startProgram(file, {
    env,
    onLine: (line) => {
      onLine(line);
      if (READY.test(line) || line.trim() === '') return;
      if (early) early.push(line);
      else report(line);
    },
  });
  const isReady = Promise.race([seen, program.ended.then(() => false)]).then((is) => {
    if (is) for (const line of early ?? []) report(line);
    early = null;
    return is;
  });
  return { program, isReady };
}

const never = new Promise<never>(() => {});

/**
 * Starts the sandbox and the API, and waits until both are ready.
 * With another value of PAYMENTS than sandbox, it starts the API alone, with the environment's own provider settings.
 * @throws {StartError} if one of them does not become ready
 */
export async function startSite({
  port = 8080,
  sandboxPort = 8081,
  dataDir = path.join(root, '.data'),
  distDir = path.join(root, 'dist'),
  env = {},
  restarts = false,
  report = () => {},
}: SiteOptions = {}): Promise<Site> {
  const environment = { ...processEnv, ...env };
  const settings = { port, sandboxPort, dataDir, distDir, demo: demoSetting(environment) };
  const hasSandbox = usesSandbox(environment);
  if (!isMemory(dataDir)) {
    await mkdir(dataDir, { recursive: true }).catch(({ code }: NodeJS.ErrnoException) => {
      throw new StartError(
        `DATA_DIR is '${dataDir}'; it must be a directory that this process may write to (${code}).`,
      );
    });
  }
  const sandbox = {
    name: 'The payment sandbox',
    file: 'pay-sandbox/src/main.ts',
    env: { ...sandboxSettings(settings), ...env },
  };
  const api = {
    name: 'The API',
    file: 'api/src/main.ts',
    env: { ...apiSettings(settings), ...(hasSandbox ? apiSandboxSettings(settings) : {}), ...env },
  };

  const running: { service: Service; program: Program }[] = [];
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    await Promise.all(running.map(({ program }) => program.stop()));
  };
  for (const service of hasSandbox ? [sandbox, api] : [api]) {
    const { program, isReady } = launch(service, report);
    running.push({ service, program });
    if (await isReady) continue;
    await stop();
    throw new StartError(program.tail() || `${service.name} ended before it was ready.`);
  }

  const site = {
    url: `http://localhost:${port}`,
    sandboxUrl: hasSandbox ? `http://localhost:${sandboxPort}` : null,
    isDemo: settings.demo === '1',
    apiPid: running.at(-1)?.program.pid,
  };
  if (restarts) {
    const supervised = running.map(({ service, program }) =>
      supervise(service.name, () => launch(service, report), program, { report }),
    );
    return {
      ...site,
      failed: never,
      stop: async () => void (await Promise.all(supervised.map((each) => each.stop()))),
    };
  }
  const failed = Promise.race(
    running.map(async ({ service, program }) => {
      const code = await program.ended;
      return isStopping ? never : `${service.name} ended by itself (code ${code}).\n${program.tail()}`;
    }),
  );
  return { ...site, failed, stop };
}
