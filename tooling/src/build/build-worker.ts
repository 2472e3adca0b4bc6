/** A process that builds one app after the other; build-apps.ts runs two of them. */
import { setFlagsFromString } from 'node:v8';
import { buildApp } from './build-app';
import type { BuildOrder, BuildOutcome } from './build-apps';

// Most code of a build runs a few hundred times, and it takes longer to optimize than to run. The budget is what a function does
// before V8 optimizes it; the default is 132 KB. An unknown flag changes nothing.
setFlagsFromString('--interrupt-budget=1000000');

const report = (message: BuildOutcome) => process.send?.(message);

process.on('message', async (message) => {
  const order = message as BuildOrder;
  try {
    await buildApp(order);
    report({ part: order.part });
  } catch (error) {
    report({ part: order.part, error: error instanceof Error ? error.message : String(error) });
  }
});
