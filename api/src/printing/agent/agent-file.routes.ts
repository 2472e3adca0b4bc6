/** Sends the print agent, for the computer in the stall that runs it with Node alone. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from 'core/http/scope';
import { z } from 'zod';

const FILE = path.join(__dirname, 'print-agent.mjs');
/** Read at the first request. */
let source: Promise<string> | undefined;

/** `GET /print/agent.mjs` */
export function registerAgentFile(app: App): void {
  app.get(
    '/print/agent.mjs',
    {
      config: { policy: 'public', isSameForAll: true },
      schema: { response: { 200: { content: { 'text/javascript': { schema: z.string() } } } } },
    },
    async (_request, reply) => {
      source ??= readFile(FILE, 'utf8');
      return reply
        .header('content-type', 'text/javascript; charset=utf-8')
        .serializer(String)
        .send(await source);
    },
  );
}
