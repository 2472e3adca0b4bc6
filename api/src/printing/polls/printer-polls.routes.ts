/** The routes that printers call. The secret in the address names the printer, so they have no session. */
import { ApiError } from 'core/errors';
import { type App, named } from 'core/http/scope';
import { utf8Of } from 'core/http/utf8-bodies';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PlainResponse } from '../cloudprnt/cloudprnt.rules';
import type { PrintDeps } from '../jobs/give-job.command';
import type { PolledPrinter } from '../jobs/printer.repository';
import { agentRequestSchema, agentResponseSchema, confirmOfAgent, ticketForAgent, waitForJobs } from './agent-poll';
import { respondToCloudPrnt } from './cloudprnt-poll';
import { findPrinter } from './find-printer';
import type { PrinterWaits } from './printer-waits';
import { respondToServerDirect } from './server-direct-poll';

export type PollDeps = PrintDeps & { waits: PrinterWaits };

/** A form has its XML of at most 64 KB in escapes. */
const MOST_BODY = 200 * 1024;
const printer = { policy: 'printer' } as const;
const params = z.object({ secret: z.string().max(200) });
const file = { schema: z.string().meta({ format: 'binary' }) };
const json = { schema: z.object({}) };

export async function registerPrinterPolls(app: App, deps: PollDeps): Promise<void> {
  registerAgent(app, deps);
  await app.register(named('printers', async (scope: App) => registerPrinters(scope, deps)));
}

function registerAgent(app: App, deps: PollDeps): void {
  app.post(
    '/print/agent',
    { config: printer, schema: { body: agentRequestSchema, response: { 200: agentResponseSchema } } },
    async (request, reply) => {
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      return waitForJobs(deps, request.body, { address: request.ip, signal: gone.signal });
    },
  );
}

function registerPrinters(app: App, deps: PollDeps): void {
  // Each protocol reads its own body, and printers are careless about content types.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BODY }, (_request, body, done) =>
    done(null, body),
  );

  app.post(
    '/print/:secret',
    {
      config: printer,
      bodyLimit: MOST_BODY,
      schema: {
        params,
        body: z.unknown(),
        response: { 200: { content: { 'application/json': json, 'text/xml': { schema: z.string() } } } },
      },
    },
    async (request, reply) => {
      const found = await findPrinter(deps, { secret: request.params.secret, address: request.ip });
      const body = Buffer.isBuffer(request.body) ? utf8Of(request.body) : '';
      if (found.kind === 'server-direct') {
        const form = Object.fromEntries(new URLSearchParams(body));
        return send(reply, await respondToServerDirect(deps, found, form, () => reply.raw.destroyed));
      }
      if (found.kind !== 'cloudprnt') throw wrongProtocol(found);
      return send(reply, await respondToCloudPrnt(deps, found, { method: 'POST', query: {}, body }));
    },
  );

  app.get(
    '/print/:secret',
    {
      config: printer,
      // A request for the headers alone would take the ticket.
      exposeHeadRoute: false,
      schema: {
        params,
        response: {
          200: {
            content: {
              'application/json': json,
              'application/vnd.star.starprnt': file,
              'application/vnd.star.line': file,
              'application/octet-stream': file,
            },
          },
        },
      },
    },
    async (request, reply) => {
      const found = await findPrinter(deps, { secret: request.params.secret, address: request.ip });
      reply.header('cache-control', 'no-store');
      if (found.kind === 'agent') {
        const body = await ticketForAgent(deps, found, request.query, () => reply.raw.destroyed);
        return send(reply, { status: 200, headers: { 'content-type': 'application/octet-stream' }, body });
      }
      if (found.kind !== 'cloudprnt') throw wrongProtocol(found);
      const plain = { ...plainOf(request), isGone: () => reply.raw.destroyed };
      return send(reply, await respondToCloudPrnt(deps, found, plain));
    },
  );

  app.delete(
    '/print/:secret',
    { config: printer, schema: { params, response: { 200: z.object({}) } } },
    async (request, reply) => {
      const found = await findPrinter(deps, { secret: request.params.secret, address: request.ip });
      if (found.kind === 'agent') {
        await confirmOfAgent(deps, found, request.query);
        return {};
      }
      if (found.kind !== 'cloudprnt') throw wrongProtocol(found);
      return send(reply, await respondToCloudPrnt(deps, found, plainOf(request)));
    },
  );
}

const plainOf = ({ method, query }: FastifyRequest) => ({
  method,
  query: query as Readonly<Record<string, unknown>>,
  body: '',
});

const wrongProtocol = ({ kind }: PolledPrinter): ApiError =>
  new ApiError(
    400,
    'WRONG_PROTOCOL',
    `This is the address of a printer of the kind ${kind}, which sends other requests.`,
  );

/** The body is written already. */
const send = (reply: FastifyReply, { status, headers, body }: PlainResponse) =>
  reply
    .status(status)
    .headers({ ...headers })
    .serializer((written) => written as string)
    .send(body);
