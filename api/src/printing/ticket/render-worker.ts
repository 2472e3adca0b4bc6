/** Renders tickets in a thread of its own: pictures of text take up to seconds, in which a server must respond. */
import { parentPort } from 'node:worker_threads';
import { messageOf } from 'core/errors';
import { type RenderInput, renderRows } from './render-ticket';

parentPort?.on('message', async ({ id, ...input }: RenderInput & { id: number }) => {
  try {
    parentPort?.postMessage({ id, result: await renderRows(input) });
  } catch (error) {
    parentPort?.postMessage({ id, reason: messageOf(error) });
  }
});
