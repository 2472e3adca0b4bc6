// Takes away one thing that the site needs, and gives it back: the database, the disk, the providers, the mail server, the right time.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, type Postgres, startPostgres } from 'scripts/site/postgres';
import { aDelivery } from 'shared-contracts/testing/builders';
import { mailServer } from '../../api/src/testing/mail-server';
import { type Account, newPerson, register } from '../client/accounts';
import { buy, ordersOf, prepareOrder, putInCart, settleDelivery, vendorNamed } from '../client/orders';
import { type FaultSite, openFaultSite, runSql, type Storage, until } from './site';
import { mountSmallDisk, type SmallDisk } from './small-disk';

export interface Outage {
  site: FaultSite;
  postgres: Postgres;
  storage: Storage;
  problems: string[];
}

/** The fields for a request to the site from outside. */
type Watched = Pick<Outage, 'site' | 'problems'>;

const VENDOR = 'Kumo Ramen';
const HOUR = 3_600_000;

interface Refusal {
  status: number;
  code: string | null;
  retryAfter: string | null;
  message: string;
}

/** Reads the response as a browser gets it, with its Retry-After. */
async function responseOf({ site: { root } }: Watched, route: string, init: RequestInit = {}): Promise<Refusal> {
  const response = await fetch(`${root}${route}`, init);
  const body = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, code: body.code ?? null, retryAfter, message: body.message ?? '' };
}

const as = ({ token }: Account) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

/** Reports each wrong part of a response that has to be a 503. */
function expect503({ problems }: Watched, what: string, { status, code, retryAfter, message }: Refusal): void {
  if (status === 503 && retryAfter !== null && message !== '') return;
  problems.push(`${what}: ${status} ${code}, Retry-After ${retryAfter}, '${message}'.`);
}

const isReady = async (outage: Watched) => (await responseOf(outage, '/ready')).status === 200;

/** Checks that the site takes an order again without help. */
async function recovers(outage: Watched, what: string, buyer: Account): Promise<void> {
  const { site, problems } = outage;
  await until(`${what}: the site is ready again`, () => isReady(outage));
  await buy(buyer, site.sandbox).catch((error: unknown) => problems.push(`${what}: no order afterwards: ${error}`));
}

/** Ends the database server, and starts it again. */
export async function loseDatabase(outage: Outage): Promise<void> {
  const { site, postgres, problems } = outage;
  const buyer = await register(site.send);
  await buy(buyer, site.sandbox);
  await postgres.down();
  try {
    expect503(outage, 'database away, a read', await responseOf(outage, '/venues/1'));
    expect503(
      outage,
      'database away, an order',
      await responseOf(outage, '/carts/1/start-stripe', { method: 'POST', headers: as(buyer), body: '{}' }),
    );
    await until('readiness says that the database is away', async () => !(await isReady(outage)));
    const { status, message } = await responseOf(outage, '/ready');
    if (status !== 503 || message === '') problems.push(`/ready says ${status} '${message}'.`);
    if ((await responseOf(outage, '/health')).status !== 200)
      problems.push('/health says that the process is not alive.');
  } finally {
    await postgres.up();
  }
  await recovers(outage, 'database back', buyer);
  if ((await ordersOf(buyer)).length !== 2) problems.push('database back: an order of before is lost.');
}

/** Stops the provider's responses while a customer pays. */
export async function loseProvider(outage: Outage): Promise<void> {
  const { site, problems } = outage;
  const buyer = await register(site.send);
  // Without webhooks, the site has to ask the provider about the payment.
  await site.sandbox.control('PUT', '/faults', { webhooks: { mode: 'drop' } });
  const { orderId, settle } = await prepareOrder(buyer, site.sandbox);
  await site.stopSandbox();
  const late = await register(site.send);
  const cart = await putInCart(late, await vendorNamed(late, 1, VENDOR));
  await settleDelivery(late, cart, aDelivery('collect'));
  const started = await responseOf(outage, `/carts/${cart.id}/start-stripe`, {
    method: 'POST',
    headers: as(late),
    body: '{}',
  });
  if (started.code !== 'PROVIDER_UNAVAILABLE' || started.message === '') {
    problems.push(`provider away, a start: ${started.status} ${started.code} '${started.message}'.`);
  }
  // The card was charged, and the site cannot ask, so the customer reads that the payment is being checked.
  await settle().catch((error: unknown) => problems.push(`provider away, a paid cart: ${error}`));
  if ((await ordersOf(buyer)).length > 0)
    problems.push('provider away: an order was placed without a word of the provider.');
  await site.startSandbox();
  await site.sandbox.control('DELETE', '/faults');
  await settle().catch((error: unknown) => problems.push(`provider back: ${error}`));
  if (!(await ordersOf(buyer)).some(({ order: { id } }) => id === orderId))
    problems.push('provider back: the paid order is lost.');
}

/** Stops the mail server. Receipts and codes wait for it; an order does not wait. */
export async function loseMail(outage: Outage): Promise<void> {
  const { site, storage, problems } = outage;
  const port = await freePort();
  await site.stopApi();
  await site.startApi(storage, {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Foodhall <no-reply@hall.example>',
    SITE_URL: 'http://hall.example',
  });
  const buyer = await register(site.send);
  await buy(buyer, site.sandbox);
  const visitor = newPerson().email;
  const codeRequest = await responseOf(outage, '/login/code', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: visitor, browser_key: 'k'.repeat(43) }),
  });
  if (codeRequest.status !== 202)
    problems.push(`mail server away, a code by email: ${codeRequest.status} '${codeRequest.message}'.`);
  const { received, close } = await mailServer({ port });
  try {
    const isSentTo = (email: string) => received.some(({ envelope }) => envelope.join().includes(email));
    await until('the receipt is sent once the mail server is back', async () => isSentTo(buyer.data.email), 60_000);
    await until('the code is sent once the mail server is back', async () => isSentTo(visitor), 60_000);
  } catch (error) {
    problems.push(String(error));
  } finally {
    await close();
  }
}

/** Sets back a clock that was hours ahead. Sessions, payments and waiting work must continue. */
export async function setClockBack(outage: Outage): Promise<void> {
  const { site, storage, problems } = outage;
  await site.stopApi();
  await site.startApi(storage, { CLOCK_AHEAD_MS: String(3 * HOUR) });
  const buyer = await register(site.send);
  await buy(buyer, site.sandbox);
  const { settle } = await prepareOrder(buyer, site.sandbox);
  await site.stopApi();
  await site.startApi(storage);
  await settle().catch((error: unknown) => problems.push(`clock set back, a payment of before: ${error}`));
  await recovers(outage, 'clock set back', buyer);
  if ((await ordersOf(buyer)).length !== 3) problems.push('clock set back: an order is lost.');
  await until('nothing waits for the time of before', async () => {
    const [row] = await runSql(storage, 'select count(*)::integer as waiting from outbox where done_at is null');
    return row?.waiting === 0;
  }).catch((error: unknown) => problems.push(`clock set back: ${error}`));
}

/** Fills PostgreSQL's disk. Reads go on, and orders are refused until there is room again. */
export async function fillDiskOfPostgres(bin: string, problems: string[]): Promise<void> {
  await onSmallDisk(256, async (disk) => {
    const postgres = await startPostgres(bin, disk.folder);
    const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-full-'));
    const storage: Storage = { DATA_DIR: directory, DATABASE_URL: postgres.url };
    const site = await openFaultSite();
    const outage = { site, problems };
    try {
      await site.startApi(storage);
      const buyer = await register(site.send);
      await buy(buyer, site.sandbox);
      await disk.fill();
      await refusedWrites(outage, 'disk of PostgreSQL full', buyer);
      const read = await responseOf(outage, '/vendors?venue_id=1');
      if (read.status !== 200) expect503(outage, 'disk of PostgreSQL full, a read', read);
      await disk.clear();
      await recovers(outage, 'room on the disk of PostgreSQL', buyer);
    } finally {
      await site.close();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    }
  });
}

/** Adds to a cart until the database has no room. Each response must be a success or a 503. */
async function refusedWrites(outage: Watched, what: string, buyer: Account): Promise<void> {
  const { problems } = outage;
  const vendor = await vendorNamed(buyer, 1, VENDOR);
  for (let count = 0; count < 400; count += 1) {
    const failure = await putInCart(buyer, vendor).then(
      () => null,
      (error: Error) => error.message,
    );
    if (failure === null) continue;
    if (!/503 .*DATABASE_UNAVAILABLE/.test(failure)) problems.push(`${what}, an add: ${failure}.`);
    return;
  }
  problems.push(`${what}: nothing was refused.`);
}

/** Fills the disk of the embedded database and the emails. */
export async function fillDiskOfData(problems: string[]): Promise<void> {
  await onSmallDisk(128, async (disk) => {
    const storage: Storage = { DATA_DIR: path.join(disk.folder, 'data'), DATABASE_URL: '' };
    const site = await openFaultSite();
    const outage = { site, problems };
    try {
      await site.startApi(storage);
      const buyer = await register(site.send);
      await buy(buyer, site.sandbox);
      await disk.fill();
      await refusedWrites(outage, 'disk of the embedded database full', buyer);
      await disk.clear();
      await recovers(outage, 'room on the disk of the embedded database', buyer);
      if ((await ordersOf(buyer)).length !== 2) problems.push('room on the disk: an order of before is lost.');
    } finally {
      await site.close();
    }
  });
}

/**
 * Makes the data folder read-only. A site with the embedded database must not start, with a sentence that says why. A site on PostgreSQL
 * must continue without new pictures.
 */
export async function readOnlyData(outage: Outage): Promise<void> {
  const { site, storage, problems } = outage;
  await site.stopApi();
  await onSmallDisk(64, async (disk) => {
    const folder = path.join(disk.folder, 'data');
    await mkdir(path.join(folder, 'media'), { recursive: true });
    await disk.makeReadOnly();
    const started = site.startApi({ DATA_DIR: folder, DATABASE_URL: '' });
    const failure = await started.then(
      () => null,
      (error: Error) => error.message,
    );
    const sentence = `DATA_DIR is '${folder}'; it must be a directory that this process may write to (EROFS).`;
    if (failure !== sentence) problems.push(`read-only data directory: ${failure}`);
    await site.stopApi();
    await site.startApi({ ...storage, DATA_DIR: folder });
    await recovers(outage, 'read-only data directory', await register(site.send));
    await site.stopApi();
  });
}

async function onSmallDisk(megabytes: number, work: (disk: SmallDisk) => Promise<void>): Promise<void> {
  const disk = await mountSmallDisk(megabytes);
  if (!disk) {
    console.log('  no disk could be mounted (not root): it was not filled, and not made read-only');
    return;
  }
  try {
    await work(disk);
  } finally {
    await disk.close();
  }
}
