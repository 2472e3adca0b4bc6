// npm run bench:waiting: the error of the waiting time on simulated days and, with DATABASE_URL, on the days that the site has
// recorded. It reads the database alone. Prints measurements; judges nothing.

import pg from 'pg';
import { processEnv } from 'settings/environment';
import {
  type Errors,
  replayList,
  replayMedian,
  replayOrders,
  together,
} from '../../api/src/modules/waiting/replay.testing';
import { STALLS, simulatedDay } from '../../api/src/modules/waiting/simulated-day.testing';
import type { Timed } from '../../api/src/modules/waiting/waiting.rules';

const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);

interface Days {
  name: string;
  days: Timed[][];
}

/** The last Done of each order counts: one that was undone is none. Orders of a stall and a UTC day are a day of it. */
const RECORDED = `
  select vendor.name, json_agg(json_build_object('placedAt', extract(epoch from entry.created_at) * 1000,
    'doneAt', extract(epoch from step.at) * 1000) order by entry.created_at) as orders
  from queue_entries entry
  join vendors vendor on vendor.id = entry.vendor_id
  join lateral (select max(at) as at from queue_transitions
    where entry_id = entry.id and to_state = 'done' and not is_undo) step on step.at is not null
  where entry.cancelled_at is null and entry.state in ('done', 'collected') and entry.created_at > now() - interval '90 days'
  group by vendor.id, vendor.name, date_trunc('day', entry.created_at at time zone 'UTC')
  having count(*) >= 20 order by vendor.id`;

async function recordedDays(url: string): Promise<Days[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; orders: Timed[] }>(RECORDED);
    const names = [...new Set(rows.map(({ name }) => name))];
    return names.map((name) => ({ name, days: rows.filter((row) => row.name === name).map(({ orders }) => orders) }));
  } finally {
    await client.end();
  }
}

const columns = [
  ['list', replayList],
  ['order', replayOrders],
  ['median of the same orders', replayMedian],
] as const;

const text = ({ asked, answered, mae, within3 }: Errors) =>
  answered === 0
    ? 'nothing said'
    : `${percent(answered / asked)} said, error ${mae.toFixed(1)} min, ${percent(within3)} within 3 min`;
const percent = (share: number) => `${Math.round(share * 100)} %`;

function report(title: string, stalls: readonly Days[]): void {
  console.log(title);
  for (const { name, days } of [...stalls, { name: 'all', days: stalls.flatMap(({ days }) => days) }]) {
    console.log(`  ${name} (${days.length} days)`);
    for (const [column, replay] of columns) console.log(`    ${column}: ${text(together(days.map(replay)))}`);
  }
}

report(
  'Simulated days',
  STALLS.map((stall) => ({ name: stall.name, days: SEEDS.map((seed) => simulatedDay(stall, seed)) })),
);
const url = processEnv.DATABASE_URL;
if (url) report('Recorded days', await recordedDays(url));
