/** The entry of the thread that renders tickets. A thread does not inherit tsx from the process, so it is loaded here. */
// @ts-expect-error The package has no types for it.
require('tsx/cjs');
require('./render-worker.ts');
