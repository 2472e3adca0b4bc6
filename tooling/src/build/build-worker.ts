import { buildPart } from './build-app';

process.on('message', async (order) => {
  try {
    await buildPart(order);
    process.send?.({ part: order.part });
  } catch (error) {
    process.send?.({ part: order.part, error: error instanceof Error ? error.message : String(error) });
  }
});
