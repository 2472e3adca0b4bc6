// npm start, once the packages are installed (scripts/start.mjs): runs the whole site on one address.

import { keepRenewed } from 'releases/commands/keep-renewed';
import { prepareSite } from 'releases/commands/site-copy';
import { stopOnSignal } from 'releases/commands/stop-on-signal';
import { readPort, requireFreePort, StartError } from 'releases/dev/ports';
import { folderTarget } from 'releases/store/targets/folder';
import { type Environment, processEnv } from 'settings/environment';
import { step } from '../lib/install.mjs';
import { readDataDir, readDistDir, type Site, startSite } from '../site/site';

async function prepare(distDir: string): Promise<void> {
  const done = step('Building what is missing');
  const { built, first, notice } = await prepareSite(distDir, {
    report: ({ part }) => process.stdout.write(` ${part}`),
  });
  done(built.length === 0 ? 'nothing to do' : 'done');
  if (first) console.log(`Nothing was live here yet: this working copy is, in snapshot ${first}.`);
  if (notice) console.log(notice);
}

const ACCOUNTS = `
  Accounts, password foodhall-demo (phone: any number of ten digits or more)
    customer@foodhall.test   a customer             0820000001
    second@foodhall.test     another customer       0820000002
    vendor@foodhall.test     Kumo Ramen and Pico Taquería  0820000003
    baker@foodhall.test      Butter Lane Bakery     0820000004
    operator@foodhall.test   runs Granary Square Market     0820000005
`;

const CARDS = `
  Cards, any future date and any CVC
    4242 4242 4242 4242      pays at Granary Square Market
    4000 0000 0000 0002      is declined there
    4000 0027 6000 3184      asks for 3-D Secure there
    4084 0840 8408 4081      pays at Harbour Street Foodhall, CVV 408
    4263 9700 0000 5262      pays at Les Halles du Canal
`;

/** The welcome prints the demo's published accounts and the sandbox's cards only where they work. */
const welcome = ({ url, isDemo, sandboxUrl }: Site) => `
Foodhall is open: ${url}
${isDemo ? ACCOUNTS : ''}${isDemo && sandboxUrl ? CARDS : ''}
  Ctrl-C stops everything.
`;

/** Refuses live payments, which the trial does not take. @throws {StartError} */
export function requireTrial({ PAYMENTS }: Environment): void {
  if (PAYMENTS?.trim() !== 'live') return;
  throw new StartError("PAYMENTS is 'live'; npm start is the trial. Start the site for customers: npm run serve");
}

/** Runs the site until a signal stops it. @throws {StartError} */
export async function start(): Promise<void> {
  requireTrial(processEnv);
  const port = readPort('PORT', 8080);
  const sandboxPort = readPort('PAY_SANDBOX_PORT', port + 1);
  const dataDir = readDataDir();
  const distDir = readDistDir();
  await requireFreePort(port, 'PORT');
  await requireFreePort(sandboxPort, 'PAY_SANDBOX_PORT');
  await prepare(distDir);
  await keepRenewed(folderTarget(distDir), { report: (line) => console.log(`\n${line}`) });
  const done = step('Opening the database and the market');
  const site = await startSite({
    port,
    sandboxPort,
    dataDir,
    distDir,
    restarts: true,
    report: (line) => console.log(`\n${line}`),
  }).catch((error) => {
    process.stdout.write('\n');
    throw error;
  });
  done();
  console.log(welcome(site));
  stopOnSignal(site.stop);
}
