/** A process that builds one app after the other; build-apps.ts runs two of them. */
import { buildApp } from './build-app';
import type { BuildOrder, BuildOutcome } from './build-apps';

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
