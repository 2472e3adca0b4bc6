/** Responds to the print agent, which feeds printers on the stall's network (docs/reference/printing.md). */
import { ApiError, notFound } from 'core/errors';
import { printProblemSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import { endJob } from '../jobs/end-job.command';
import { giveJob, type PrintDeps } from '../jobs/give-job.command';
import { noteHeard, type PolledPrinter } from '../jobs/printer.repository';
import { MAX_CODE, type Outcome } from '../printer-state';
import { countUnknown, findPrinters } from './find-printer';
import type { PrinterWaits } from './printer-waits';

/** The most printers of one agent. */
const MOST_PRINTERS = 50;

export const agentRequestSchema = z.object({
  printers: z
    .array(
      z.object({
        secret: z.string().max(100),
        state: z.object({
          paper: z.enum(['ok', 'low', 'out']).nullable(),
          cover: z.enum(['closed', 'open']).nullable(),
          problem: printProblemSchema.nullable(),
          /** The printer's own words, for a problem that is unknown. */
          code: z.string().max(MAX_CODE).default(''),
        }),
      }),
    )
    .min(1)
    .max(MOST_PRINTERS),
});

export const agentResponseSchema = z.object({
  data: z.array(
    z.object({
      /** The place of the printer in the request, from 0. */
      printer: z.int().nonnegative(),
      /** The job that it prints next; null if it has none, or if its address is unknown. */
      token: z.string().nullable(),
      /** False if its address was replaced or revoked. */
      is_known: z.boolean(),
    }),
  ),
});

type AgentRequest = z.output<typeof agentRequestSchema>;
type AgentResponse = z.output<typeof agentResponseSchema>;

/**
 * Holds a request of the agent until one of its printers has a job that it can print.
 * @throws ApiError 429; 503 while the process departs, so that the agent asks another one
 */
export async function waitForJobs(
  deps: PrintDeps & { waits: PrinterWaits },
  { printers }: AgentRequest,
  { address, signal }: { address: string; signal: AbortSignal },
): Promise<AgentResponse> {
  if (deps.waits.areClosed) {
    throw new ApiError(503, 'DEPARTING', 'The process is stopping. Ask again.', { retryAfter: 1 });
  }
  const secrets = printers.map(({ secret }) => secret);
  const first = await findPrinters(deps, secrets);
  if (first.some((printer) => printer === undefined)) await countUnknown(deps, address);
  for (const [index, printer] of first.entries()) {
    if (printer) await noteHeard(deps.db, printer, printers[index]?.state ?? {}, deps.clock.now());
  }
  const ids = first.flatMap((printer) => (printer ? [printer.id] : []));
  const found = await deps.waits.until(ids, signal, async () => {
    const now = await findPrinters(deps, secrets);
    const isWanted = now.some((printer, index) => printer?.job && printers[index]?.state.problem === null);
    const isChanged = now.some((printer, index) => (printer === undefined) !== (first[index] === undefined));
    // Without a printer there is nothing to wait for.
    return isWanted || isChanged || ids.length === 0 ? now : null;
  });
  return {
    data: (found ?? first).map((printer, index) => ({
      printer: index,
      token: found && printers[index]?.state.problem === null ? (printer?.job?.token ?? null) : null,
      is_known: printer !== undefined,
    })),
  };
}

export const agentFetchSchema = z.object({ token: z.string().max(100) });

/** @throws ApiError 404 for a job that the printer does not have any more */
export async function ticketForAgent(
  deps: PrintDeps,
  printer: PolledPrinter,
  query: unknown,
  isGone: () => boolean,
): Promise<Buffer> {
  const { token } = readQuery(agentFetchSchema, query);
  await noteHeard(deps.db, printer, {}, deps.clock.now());
  const bytes =
    printer.job?.token === token
      ? await giveJob(deps, printer, printer.job, { command: 'escpos', polls: false }, isGone)
      : null;
  if (bytes === null) throw notFound();
  return bytes;
}

export const agentConfirmSchema = agentFetchSchema.extend({
  /** 'OK', or the problem. */
  code: z.union([z.literal('OK'), printProblemSchema]),
  /** The printer's own words. */
  detail: z.string().max(MAX_CODE).default(''),
});

export async function confirmOfAgent(deps: PrintDeps, printer: PolledPrinter, query: unknown): Promise<void> {
  const { token, code, detail } = readQuery(agentConfirmSchema, query);
  const outcome: Outcome = code === 'OK' ? { state: 'printed' } : { state: 'failed', problem: code, code: detail };
  await endJob(deps, printer, { token, outcome });
}

/** @throws ApiError 400 */
function readQuery<Output>(schema: z.ZodType<Output>, query: unknown): Output {
  const read = schema.safeParse(query);
  if (!read.success) throw new ApiError(400, 'BAD_REQUEST', 'The query is not one of the print agent.');
  return read.data;
}
