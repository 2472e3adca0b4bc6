/** Runs the API with its clock ahead by CLOCK_AHEAD_MS, so that a restart can let a day pass. With AHEAD_FOR_CUSTOMERS it is a site for customers. */
import { serve } from '../serve';

const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);

serve({
  isProduction: process.env.AHEAD_FOR_CUSTOMERS === '1',
  overrides: { clock: { now: () => new Date(Date.now() + aheadMs) } },
});
