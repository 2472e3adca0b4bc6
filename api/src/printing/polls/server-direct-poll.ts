/** Responds to a printer of Server Direct Print, with one ticket at a time: version 1 has no names of tickets, and a request names no version. */
import { ApiError } from 'core/errors';
import { endJob } from '../jobs/end-job.command';
import { failJob, giveJob, type PrintDeps } from '../jobs/give-job.command';
import { noteHeard, type PolledPrinter } from '../jobs/printer.repository';
import {
  isTooLarge,
  type PlainResponse,
  printResponse,
  readRequest,
  receivedResponse,
} from '../server-direct/server-direct.rules';

const VERSION = '2.00';
const ESC_POS = { command: 'escpos', polls: true } as const;

/** @throws ApiError 400, 413 */
export async function respondToServerDirect(
  deps: PrintDeps,
  printer: PolledPrinter,
  form: unknown,
  isGone: () => boolean,
): Promise<PlainResponse> {
  const request = readRequest(form);
  switch (request.kind) {
    case 'refused':
      throw new ApiError(request.status, 'BAD_REQUEST', request.message);
    case 'get':
      await noteHeard(deps.db, printer, {}, deps.clock.now());
      return nextTicket(deps, printer, isGone);
    case 'status':
      await noteHeard(deps.db, printer, request.state, deps.clock.now());
      return receivedResponse();
    case 'refusedByPrinter':
      await endJob(deps, printer, { token: null, outcome: request.outcome });
      return receivedResponse();
    case 'results':
      for (const { jobId, outcome, state } of request.results) {
        const code = outcome.state === 'failed' ? outcome.code : '';
        await endJob(deps, printer, { token: jobId, outcome, heard: { ...state, code } });
      }
      return receivedResponse();
  }
}

async function nextTicket(deps: PrintDeps, printer: PolledPrinter, isGone: () => boolean): Promise<PlainResponse> {
  const { job } = printer;
  const bytes = job && (await giveJob(deps, printer, job, ESC_POS, isGone));
  if (bytes && isTooLarge(bytes)) {
    // The printer refuses the document, and version 1 and 2 do not tell.
    await failJob(deps, printer, job.id, 'too-large');
    return printResponse([], VERSION);
  }
  return printResponse(bytes ? [{ id: job.token, bytes }] : [], VERSION);
}
