/**
 * The tag of the journeys that `npm test` plays: each screen and each role at least once, the same at every commit. `npm run e2e` plays all
 * journeys.
 */
export const CORE = '@core';
