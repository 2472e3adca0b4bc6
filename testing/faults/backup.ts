// Makes a backup while orders are placed, and restores it into the other database and back. The sums must agree, and a site must run on the
// restored database.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runToEnd } from 'scripts/site/children';
import { startPostgres } from 'scripts/site/postgres';
import { type Account, logIn, newPerson, register } from '../client/accounts';
import { clientOf, isSuccess } from '../client/http';
import { buy, ordersOf, prepareOrder } from '../client/orders';
import { foodhall, openFaultSite, runSql, type Storage, until } from './site';

const BUYERS = 3;

/** Finds payments and orders of which only a half of the transaction is stored. */
const HALVES = `
  select 'payment ' || attempt.id as half from payment_attempts attempt join carts on carts.id = attempt.cart_id
    where (attempt.state = 'succeeded') <> (carts.state = 'paid')
  union all select 'ledger of payment ' || attempt.id from payment_attempts attempt where state = 'succeeded'
    and amount_minor is distinct from (
      select sum(posting.amount_minor) from ledger_entries entry join ledger_postings posting on posting.entry_id = entry.id
      where entry.attempt_id = attempt.id and entry.cause = 'payment' and posting.account = 'provider')
  union all select 'receipts of payment ' || attempt.id from payment_attempts attempt where state = 'succeeded'
    and amount_minor is distinct from (
      select sum(total_minor + service_fee_minor + case when is_tax_included then 0 else tax_minor + service_fee_tax_minor end + tip_minor)
        from orders where orders.cart_id = attempt.cart_id)
  union all select 'order ' || orders.id from orders where state = 'placed'
    and not exists (select from queue_entries where order_id = orders.id)`;

/** The sums that a restored database shares with the original. */
const SUMS = `select
  (select count(*) from users) as users, (select count(*) from audit_log) as audits,
  (select md5(string_agg(encode(token_hash, 'hex'), '' order by id)) from tokens) as sessions,
  (select md5(string_agg(name || value::text, '' order by name)) from shared_secrets) as secrets,
  (select count(*) from orders where state <> 'cart') as placed, (select count(*) from queue_entries) as queued,
  (select sum(amount_minor) from payment_attempts where state = 'succeeded') as paid,
  (select md5(string_agg(account || line || amount_minor, '' order by id)) from ledger_postings) as ledger,
  (select sum(amount_minor) from order_refunds) as refunded, (select count(*) from order_refund_lines) as refund_lines,
  (select md5(string_agg(payload::text || coalesce(done_at::text, ''), '' order by id)) from outbox) as messages,
  (select version::text from catalog_version) as catalog,
  (select json_agg(half) from (${HALVES}) as halves) as halves`;

interface BackupRun {
  /** The folder from findPostgres. */
  bin: string;
  /** The number of acknowledged orders before the backup begins. */
  orders: number;
  report: (line: string) => void;
}

/** @returns the problems, in sentences */
export async function tryBackup({ bin, orders, report }: BackupRun): Promise<string[]> {
  const problems: string[] = [];
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-backup-'));
  const postgres = await startPostgres(bin);
  const folder = (name: string) => path.join(directory, name);
  const file = folder('hall.backup');
  const site = await openFaultSite();
  const first: Storage = { DATA_DIR: folder('first'), DATABASE_URL: postgres.url };
  const embedded: Storage = { DATA_DIR: folder('embedded'), DATABASE_URL: '' };
  try {
    await site.startApi(first);
    const operator = await register(site.send, { ...newPerson(), email: 'operator@faults.test' });
    await runToEnd('api/src/testing/add-operator.ts', { env: { ...first, OPERATOR: operator.data.email } });
    const acknowledged = new Map<number, Account>();
    const buyer = await register(site.send);
    const { order: refunded } = await buy(buyer, site.sandbox);
    acknowledged.set(refunded.id, buyer);
    await refund(operator, refunded.id);

    let isOver = false;
    const buyers = Array.from({ length: BUYERS }, async () => {
      const account = await register(site.send);
      while (!isOver) {
        const { orderId, settle } = await prepareOrder(account, site.sandbox);
        await settle();
        acknowledged.set(orderId, account);
      }
    });
    const failed = Promise.all(buyers).catch((error: unknown) => problems.push(`A buyer could not order: ${error}`));
    await until('orders are placed', async () => acknowledged.size >= orders || problems.length > 0, 60_000);
    const before = new Map(acknowledged);
    const [made = ''] = await foodhall(['backup', file], first);
    report(`${made}, while ${acknowledged.size - before.size} orders were placed`);
    if (acknowledged.size === before.size) problems.push('No order was placed during the backup.');
    isOver = true;
    await failed;
    await site.stopApi();

    const tried = async (name: string, storage: Storage, from: string) => {
      await foodhall(['restore', from], storage);
      const [sums = {}] = await runSql(storage, SUMS);
      if (sums.halves !== null) problems.push(`${name}: it has halves of ${sums.halves}.`);
      await site.startApi(storage);
      for (const problem of await serves(site, before)) problems.push(`${name}: ${problem}`);
      await site.stopApi();
      return sums;
    };
    // Each restored database is compared before a site has worked on it.
    const own = await tried('embedded', embedded, file);
    const database = async (name: string): Promise<Storage> => {
      await runSql(first, `create database ${name}`);
      return { DATA_DIR: folder(name), DATABASE_URL: postgres.url.replace(/postgres$/, name) };
    };
    const same = (name: string, sums: object, expected: object) => {
      if (JSON.stringify(sums) !== JSON.stringify(expected)) {
        problems.push(`${name}: ${JSON.stringify(sums)} in place of ${JSON.stringify(expected)}.`);
      }
    };
    same('PostgreSQL', await tried('PostgreSQL', await database('second'), file), own);
    // This is how a trial moves to PostgreSQL. Its site has worked since the first backup, so it needs one of its own.
    const [trial = {}] = await runSql(embedded, SUMS);
    await foodhall(['backup', folder('trial.backup')], embedded);
    same('out of the trial', await tried('out of the trial', await database('third'), folder('trial.backup')), trial);
    const refusal = await foodhall(['restore', file], first).then(String, (error: Error) => error.message);
    if (!refusal.includes('not empty')) problems.push(`A database with a site was restored over: ${refusal}`);
    return problems;
  } finally {
    await site.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function refund(operator: Account, orderId: number): Promise<void> {
  const headers = { 'idempotency-key': randomUUID() };
  const body = { reason: 'Cold', amount: 1 };
  const reply = await operator.send({ method: 'POST', path: `/orders/${orderId}/refunds`, body, headers });
  if (!isSuccess(reply)) throw new Error(`The refund was refused: ${JSON.stringify(reply.body)}`);
}

/** Checks that a site on this database serves earlier sessions, has each earlier order, and sells another one. */
async function serves(
  { send, sandbox }: Awaited<ReturnType<typeof openFaultSite>>,
  acknowledged: ReadonlyMap<number, Account>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const account of new Set(acknowledged.values())) {
    const own = new Set(
      (await ordersOf({ ...account, ...clientOf(send, account.token) })).map(({ order }) => order.id),
    );
    for (const [id, buyer] of acknowledged)
      if (buyer === account && !own.has(id)) problems.push(`order ${id} is lost.`);
  }
  await logIn(send, 'vendor@foodhall.test');
  await buy(await register(send), sandbox);
  return problems;
}
