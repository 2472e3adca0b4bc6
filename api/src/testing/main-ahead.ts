/** The API as it runs, its clock ahead by CLOCK_AHEAD_MS: a day passes by starting it again. For the run of payment faults. */
import { serve } from '../serve';

const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);

serve({ overrides: { clock: { now: () => new Date(Date.now() + aheadMs) } } });
