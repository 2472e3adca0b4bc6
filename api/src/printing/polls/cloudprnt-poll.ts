/** Responds to a CloudPRNT printer. */
import { ApiError, notFound } from 'core/errors';
import {
  confirmResponse,
  fetchResponse,
  type PlainRequest,
  type PlainResponse,
  pollResponse,
  readRequest,
} from '../cloudprnt/cloudprnt.rules';
import { endJob } from '../jobs/end-job.command';
import { giveJob, type PrintDeps } from '../jobs/give-job.command';
import { noteHeard, type PolledPrinter } from '../jobs/printer.repository';

/** @throws ApiError 400, 404, 413, 415 */
export async function respondToCloudPrnt(
  deps: PrintDeps,
  printer: PolledPrinter,
  plain: PlainRequest & { isGone?: () => boolean },
): Promise<PlainResponse> {
  const request = readRequest(plain);
  const now = deps.clock.now();
  switch (request.kind) {
    case 'refused':
      throw new ApiError(request.status, 'BAD_REQUEST', request.message);
    case 'poll':
      await noteHeard(deps.db, printer, request.state, now);
      // While it prints, the job that it has is no news.
      return pollResponse(request.isPrinting ? null : (printer.job?.token ?? null));
    case 'fetch': {
      await noteHeard(deps.db, printer, {}, now);
      const { job } = printer;
      const isNext = job !== null && (request.token === null || request.token === job.token);
      if (!isNext) throw notFound();
      if (request.mediaType === null) throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'There is no such media type.');
      return fetchResponse(request, async (command) => {
        const bytes = await giveJob(deps, printer, job, { command, polls: true }, plain.isGone);
        if (bytes === null) throw notFound();
        return bytes;
      });
    }
    case 'confirm':
      await endJob(deps, printer, request);
      return confirmResponse();
  }
}
