/** Watches over stalls that are open while none of their screens and printers is heard from. */

import { setImmediate } from 'node:timers/promises';
import type { Queryable, Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import type { Deps } from '../../deps';
import { announceStock } from '../../menu/hours/announce-stock';
import { hoursInForce } from '../../menu/hours/hours-in-force';
import type { StoredHours } from '../../menu/hours/opening.rules';
import { plural, t } from '../../words';
import { hallPath, operatorsOf, peopleOfStall, stallPath, tell, type WatchNotice } from './notices';
import type { OpeningMemory } from './opening-memory';
import { HEARD_MS, isSilent, MINUTE_MS, type SilenceChange, silenceChange } from './watch.rules';

export interface StallRow extends Omit<StoredHours, 'is_stopped'> {
  id: number;
  venue_id: number;
  name: string;
  opening_hours_version: number;
  hall_hours_version: number;
  is_stopped: boolean;
  stops_silent_stalls: boolean;
  heard_at: Date | null;
  silent_since: Date | null;
  silent_step: number;
  silent_step_at: Date | null;
}

type SilenceDeps = Pick<Deps, 'db' | 'outbox' | 'clock' | 'log'>;

/** Takes what is due for each stall. Another process may do so at the same time: each notice is sent once. */
export async function watchSilence({ db, outbox, clock, log }: SilenceDeps, memory: OpeningMemory): Promise<void> {
  const now = clock.now();
  /** The stalls of which the operators of a hall are told, by hall: they get one notice of all of them. */
  const forHalls = new Map<number, StallRow[]>();
  for (const stall of await stallsToLookAt(db, now)) {
    // The schedules of thousands of stalls take seconds in the first round, so requests are let in between.
    await setImmediate();
    const isOpen = memory.isOpen(stall, now);
    const change = silenceChange(silenceOf(stall, isOpen), now);
    if (change?.kind === 'tell-hall') forHalls.set(stall.venue_id, [...(forHalls.get(stall.venue_id) ?? []), stall]);
    const isToStop =
      stall.stops_silent_stalls && change?.kind !== 'end' && isSilent({ isOpen, since: stall.silent_since }, now);
    try {
      if (change) await outbox.transaction((trx) => applyChange(trx, stall, change, now));
      if (isToStop !== stall.is_stopped) await outbox.transaction((trx) => setStopped(trx, stall, isToStop));
    } catch (error) {
      log.error({ err: error, vendorId: stall.id }, 'watch: the silence of a stall could not be stored');
    }
  }
  for (const [venueId, stalls] of forHalls) {
    await outbox.transaction((trx) => tellHall(trx, venueId, stalls, now));
  }
}

/** Returns the stalls that may be silent, or were. A stall without members in a hall without operators has no one to tell. */
async function stallsToLookAt(db: Queryable, now: Date): Promise<StallRow[]> {
  const { rows } = await sql<StallRow>`
    select vendors.id, vendors.venue_id, vendors.name, vendors.is_stopped, vendors.accepting_orders, vendors.follows_schedule,
      ${hoursInForce()} as opening_hours, vendors.opening_hours_version, venues.opening_hours_version as hall_hours_version,
      venues.timezone, venues.stops_silent_stalls,
      watch.heard_at, watch.silent_since, coalesce(watch.silent_step, 0) as silent_step, watch.silent_step_at
    from vendors
    join venues on venues.id = vendors.venue_id
    left join vendor_watches watch on watch.vendor_id = vendors.id
    where vendors.is_active and venues.is_active
      and (watch.silent_since is not null or watch.silent_step > 0 or vendors.is_stopped
        or (vendors.accepting_orders
          and (watch.heard_at is null or watch.heard_at <= ${new Date(now.getTime() - HEARD_MS)} or watch.heard_at > ${now})
          and (exists (select from vendor_members where vendor_id = vendors.id)
            or exists (select from venue_operators where venue_id = vendors.venue_id))))
    order by vendors.id`.execute(db);
  return rows;
}

const silenceOf = (stall: StallRow, isOpen: boolean) => ({
  isOpen,
  heardAt: stall.heard_at,
  since: stall.silent_since,
  step: stall.silent_step,
  stepAt: stall.silent_step_at,
});

async function applyChange(trx: Trx, stall: StallRow, change: SilenceChange, now: Date): Promise<void> {
  switch (change.kind) {
    case 'begin':
      await sql`
        insert into vendor_watches (vendor_id, silent_since) values (${stall.id}, ${change.since})
        on conflict (vendor_id) do update set silent_since = excluded.silent_since
        where vendor_watches.silent_since is not distinct from ${stall.silent_since}::timestamptz`.execute(trx);
      return;
    case 'end':
      await sql`update vendor_watches set silent_since = null, silent_step = 0 where vendor_id = ${stall.id}`.execute(
        trx,
      );
      return;
    case 'tell-stall': {
      if (!(await takeSilentStep(trx, stall, 1, now))) return;
      const write = () => stallNotice(stall, now);
      await tell(trx, await peopleOfStall(trx, stall.id), { path: stallPath(stall.id), now, write });
      return;
    }
    case 'tell-hall':
      // The stalls of a hall are told of together.
      return;
  }
}

/** @returns false if another process has taken the step, or the stall was heard meanwhile */
async function takeSilentStep(trx: Trx, { id, heard_at }: StallRow, step: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update vendor_watches set silent_step = ${step}, silent_step_at = ${now}
    where vendor_id = ${id} and silent_step = ${step - 1} and silent_since is not null
      and heard_at is not distinct from ${heard_at}::timestamptz returning vendor_id`.execute(trx);
  return rows.length > 0;
}

async function tellHall(trx: Trx, venueId: number, stalls: readonly StallRow[], now: Date): Promise<void> {
  const taken: StallRow[] = [];
  for (const stall of stalls) if (await takeSilentStep(trx, stall, 2, now)) taken.push(stall);
  if (taken.length === 0) return;
  await tell(trx, await operatorsOf(trx, venueId), {
    path: hallPath(venueId),
    now,
    write: () => hallNotice(taken, now),
  });
}

/** Stops or resumes the orders of a stall, and tells the visitors of its menu. */
async function setStopped(trx: Trx, { id, venue_id }: StallRow, isStopped: boolean): Promise<void> {
  const { rows } = await sql`
    update vendors set is_stopped = ${isStopped} where id = ${id} and is_stopped <> ${isStopped} returning id`.execute(
    trx,
  );
  if (rows.length > 0) await announceStock(trx, { venueId: venue_id, vendorId: id }, null);
}

function stallNotice(stall: StallRow, now: Date): WatchNotice {
  return {
    title: t('{vendor} is open, but none of its screens or printers can be reached.', { vendor: stall.name }),
    sentences: [
      silenceText(stall, now),
      t('Open the queue of your stall on a screen, or pause its orders.'),
      ...(stall.stops_silent_stalls ? [t('It takes no new orders until then.')] : []),
    ],
  };
}

function hallNotice(stalls: readonly StallRow[], now: Date): WatchNotice {
  const title = plural(
    stalls.length,
    {
      one: '{vendor} is open, but none of its screens or printers can be reached.',
      other: '# stalls are open, but none of their screens or printers can be reached.',
    },
    { vendor: stalls[0]?.name ?? '' },
  );
  const stops = stalls.some((stall) => stall.stops_silent_stalls);
  return {
    title,
    sentences: [
      ...stalls.map((stall) => `${stall.name}: ${silenceText(stall, now)}`),
      ...(stops ? [t('The site takes no new orders for a stall until it can be reached again.')] : []),
    ],
  };
}

function silenceText({ heard_at, silent_since }: StallRow, now: Date): string {
  if (heard_at === null) return t('No screen or printer was ever connected.');
  const minutes = Math.floor((now.getTime() - (silent_since ?? now).getTime()) / MINUTE_MS);
  return plural(minutes, {
    one: 'Nothing was heard for # minute.',
    other: 'Nothing was heard for # minutes.',
  });
}
