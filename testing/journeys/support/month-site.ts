/** A site of its own for the month of an operator: with the demo, whose removal is part of the month, and a hall of the operator's own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from 'scripts/site/postgres';
import { startSite } from 'scripts/site/site';
import { signedInSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import { type Account, logIn, register } from '../../client/accounts';
import { clientOf, overHttp, type Send } from '../../client/http';
import { buy } from '../../client/orders';
import { sandboxAt } from '../../client/sandbox';
import { codeFor } from './emails';

export interface MonthSite {
  url: string;
  /** Runs the site, and the hall 'Own Hall' in it. */
  operator: Account;
  hallId: number;
  /** Pays for one item of a stall as a guest. @returns the number of the order */
  orderAt: (stall: string) => Promise<string>;
  stop: () => Promise<void>;
}

const createdSchema = z.object({ data: z.object({ id: z.number() }) });

export async function startMonthSite(): Promise<MonthSite> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'foodhall-month-'));
  const site = await startSite({
    port: await freePort(),
    sandboxPort: await freePort(),
    dataDir,
    distDir: process.env.E2E_DIST ?? '',
    env: { STRIPE_SECRET_OWN: 'sk_test_granary' },
  });
  const send = overHttp(`${site.url}/api/v1`);
  const operator = await siteOperator(send, path.join(dataDir, 'outbox'));
  const hallId = await ownHall(operator);
  return {
    url: site.url,
    operator,
    hallId,
    async orderAt(stall) {
      const guest = await register(send);
      const { order } = await buy(guest, sandboxAt(site.sandboxUrl ?? ''), { venue: hallId, vendor: stall });
      return order.order_number ?? '';
    },
    async stop() {
      await site.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Makes an account that runs the site, and is none of the demo. */
async function siteOperator(send: Send, emails: string): Promise<Account> {
  const { email } = (await register(send)).data;
  // A code by email confirms the address, without which nobody gets the role.
  const visitor = clientOf(send);
  const browser_key = 'a'.repeat(43);
  await visitor.post('/login/code', { email, browser_key }, z.unknown());
  const code = await codeFor(email, emails);
  const session = await visitor.post('/login/code/verify', { email, code, browser_key }, signedInSchema);
  const demo = await logIn(send, 'operator@foodhall.test');
  await demo.post('/site-operators', { email }, z.unknown());
  return { ...session, ...clientOf(send, session.token) };
}

async function ownHall(operator: Account): Promise<number> {
  const form = {
    name: 'Own Hall',
    currency: 'CAD',
    timezone: 'America/Toronto',
    tax_name: 'HST',
    tax_number: '',
    tax_rate_percent: '13',
    tax_included: false,
    provider: 'Stripe',
    provider_key: 'pk_test_granary',
    secret_env: 'STRIPE_SECRET_OWN',
    webhook_secret_env: '',
    delivery_method_types: ['collect'],
  };
  return (await operator.post('/venues', form, createdSchema)).data.id;
}
