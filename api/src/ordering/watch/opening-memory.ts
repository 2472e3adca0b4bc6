import { plannedOpening, type StoredHours } from '../../menu/hours/opening.rules';

type Stall = Omit<StoredHours, 'is_stopped'> & {
  id: number;
  opening_hours_version: number;
  /** The version of its hall's hours. */
  hall_hours_version: number;
};

interface Known {
  /** The stall's settings from which the opening was computed, as one key. */
  from: string;
  isOpen: boolean;
  since: number;
  until: number;
}

/** An opening without a known end is computed again after this time. */
const LONGEST_MS = 3_600_000;

/** Remembers which stalls are open until that changes. A schedule takes up to some milliseconds, and a site may have thousands. */
export class OpeningMemory {
  private readonly known = new Map<number, Known>();

  /** Tells whether the stall means to take orders now. */
  isOpen(stall: Stall, now: Date): boolean {
    const at = now.getTime();
    const from = [
      stall.accepting_orders,
      stall.follows_schedule,
      stall.opening_hours_version,
      stall.hall_hours_version,
      stall.timezone,
    ].join(' ');
    const known = this.known.get(stall.id);
    if (known?.from === from && known.since <= at && at < known.until) return known.isOpen;
    const { isOpen, changesAt } = plannedOpening(stall, now);
    const until = Math.min(changesAt?.getTime() ?? Number.POSITIVE_INFINITY, at + LONGEST_MS);
    this.known.set(stall.id, { from, isOpen, since: at, until });
    return isOpen;
  }
}
