/** Runs the API with its clock ahead by CLOCK_AHEAD_MS, so that a restart can let a day pass. The run of payment faults uses it. */
import { serve } from '../serve';

const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);

serve({ overrides: { clock: { now: () => new Date(Date.now() + aheadMs) } } });
