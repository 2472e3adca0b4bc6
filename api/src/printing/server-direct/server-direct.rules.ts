/**
 * Epson Server Direct Print, versions 1 to 3, as functions of plain requests. The printer posts a form: with GetRequest it asks for tickets, with
 * SetResponse it tells how they ended.
 *
 * Pages are those of Epson's 'Server Direct Print User's Manual' for the TM-DT series and TM-T88VI
 * (https://www.manualslib.com/manual/2726698/Epson-Tm-Dt-Series.html): p. 37 request, p. 39 to 41 response, p. 46 to 53 result, p. 57 status.
 * Codes and status bits: 'ePOS-Print XML', the element response
 * (https://download4.epson.biz/sec_pubs/pos/reference_en/epos_print/ref_epos_print_xml_en_xmlforcontrollingprinter_response.html).
 */
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { MAX_CODE, type Outcome, type PrinterState, type Problem } from '../printer-state';

/** The largest ResponseFile that is read. A printer reports one element for each ticket. */
export const MAX_RESULT_BYTES = 64 * 1024;
/** A printer refuses a larger document: 'Too big print request' (p. 53). */
export const MAX_REQUEST_BYTES = 2 * 1024 * 1024;
const MAX_FIELD = 200;

/** A print job's id has 1 to 30 letters, digits, underscores, hyphens and periods (p. 42). */
const JOB_ID = /^[\w.-]{1,30}$/;

export type Version = '1.00' | '2.00' | '3.00';

export interface PlainResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface PrintResult {
  /** null in version 1, which has no ids: the results are in the order of the tickets. */
  jobId: string | null;
  outcome: Outcome;
  state: PrinterState;
}

export type Request =
  /** `id` and `name` are what a person entered in the printer's settings. */
  | { kind: 'get'; id: string; name: string }
  | { kind: 'results'; id: string; results: PrintResult[] }
  /** No ticket of the last response was printed: the printer refused the whole document. */
  | { kind: 'refusedByPrinter'; id: string; outcome: Outcome }
  | { kind: 'status'; id: string; state: PrinterState }
  | Refused;

/** A form that is nonsense, with the status and the message to respond. */
export interface Refused {
  kind: 'refused';
  status: number;
  message: string;
}

const text = z.string().max(MAX_FIELD).default('');
const form = z.discriminatedUnion('ConnectionType', [
  z.object({ ConnectionType: z.literal('GetRequest'), ID: text, Name: text }),
  z.object({ ConnectionType: z.literal('SetResponse'), ID: text, ResponseFile: z.string() }),
  z.object({ ConnectionType: z.literal('SetStatus'), ID: text, Status: z.string() }),
]);

/** Reads the form of a printer. */
export function readRequest(fields: unknown): Request {
  const read = form.safeParse(fields);
  if (!read.success) return refuse(400, 'The form is not one of Server Direct Print.');
  const request = read.data;
  if (request.ConnectionType === 'GetRequest') return { kind: 'get', id: request.ID, name: request.Name };
  const xml = request.ConnectionType === 'SetResponse' ? request.ResponseFile : request.Status;
  if (Buffer.byteLength(xml) > MAX_RESULT_BYTES) return refuse(413, 'The result is too large.');
  const document = parseXml(xml);
  const found =
    request.ConnectionType === 'SetResponse' ? readResults(document, request.ID) : readStatus(document, request.ID);
  return found ?? refuse(400, 'The result is not XML of Server Direct Print.');
}

const refuse = (status: number, message: string): Refused => ({ kind: 'refused', status, message });

const ATTRIBUTE = '@';

/** A document type is refused, so there are no entities but the five of XML itself. */
function parseXml(xml: string): unknown {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml) || XMLValidator.validate(xml) !== true) return undefined;
  try {
    return parser.parse(xml);
  } catch {
    return undefined;
  }
}

const LISTS = ['ePOSPrint', 'response', 'printerstatus'];
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => LISTS.includes(name),
});

const short = z.string().max(MAX_FIELD);
const result = z.object({
  '@success': z.enum(['true', 'false', '1', '0']),
  '@code': short.default(''),
  '@status': short.default(''),
});
const results = z.object({
  PrintResponseInfo: z.object({
    // Version 1 has the responses without their tickets (p. 46).
    response: z.array(result).optional(),
    ePOSPrint: z
      .array(
        z.object({
          Parameter: z.object({ printjobid: short.optional() }).optional(),
          PrintResponse: z.object({ response: z.array(result).length(1) }),
        }),
      )
      .optional(),
    // Version 3 says whether the document was understood (p. 49, p. 53).
    ServerDirectPrint: z
      .object({
        Response: z.object({
          '@Success': z.enum(['true', 'false']),
          ErrorSummary: short.optional(),
          ErrorDetail: z.string().optional(),
        }),
      })
      .optional(),
  }),
});

type Result = z.infer<typeof result>;

function readResults(document: unknown, id: string): Request | null {
  const read = results.safeParse(document);
  if (!read.success) return null;
  const { response = [], ePOSPrint = [], ServerDirectPrint } = read.data.PrintResponseInfo;
  const verdict = ServerDirectPrint?.Response;
  if (verdict?.['@Success'] === 'false') {
    const code = verdict.ErrorDetail ?? verdict.ErrorSummary ?? '';
    const problem: Problem = verdict.ErrorSummary === 'Data size is exceeded' ? 'too-large' : 'format';
    return { kind: 'refusedByPrinter', id, outcome: { state: 'failed', problem, code: code.slice(0, MAX_CODE) } };
  }
  const all = [
    ...response.map((each) => resultOf(null, each)),
    ...ePOSPrint.flatMap(({ Parameter, PrintResponse }) =>
      PrintResponse.response.map((each) => resultOf(Parameter?.printjobid ?? null, each)),
    ),
  ];
  return all.length === 0 ? null : { kind: 'results', id, results: all };
}

function resultOf(jobId: string | null, response: Result): PrintResult {
  const code = response['@code'].slice(0, MAX_CODE);
  const isPrinted = response['@success'] === 'true' || response['@success'] === '1';
  const outcome: Outcome = isPrinted
    ? { state: 'printed' }
    : { state: 'failed', problem: PROBLEMS.get(code) ?? 'unknown', code };
  return { jobId, outcome, state: stateOf(Number(response['@status'])) };
}

/** The codes of a result. */
const PROBLEMS: ReadonlyMap<string, Problem> = new Map([
  ['EPTR_AUTOMATICAL', 'paused'],
  ['EPTR_BATTERY_LOW', 'battery'],
  ['EPTR_COVER_OPEN', 'cover-open'],
  ['EPTR_CUTTER', 'cutter'],
  ['EPTR_MECHANICAL', 'broken'],
  ['EPTR_REC_EMPTY', 'paper-out'],
  ['EPTR_UNRECOVERABLE', 'broken'],
  ['SchemaError', 'format'],
  ['DeviceNotFound', 'offline'],
  ['PrintSystemError', 'broken'],
  ['EX_BADPORT', 'offline'],
  ['EX_TIMEOUT', 'timeout'],
  ['EX_SPOOLER', 'paused'],
  ['EX_DEVICE_BUSY', 'paused'],
  ['EX_ENPC_TIMEOUT', 'offline'],
  ['TooManyRequests', 'paused'],
  ['RequestEntityTooLarge', 'too-large'],
  ['ERROR_WAIT_EJECT', 'paused'],
]);

/** The bits of `status`, from the manual of ePOS-Print XML. */
const STATUS = {
  noResponse: 0x1,
  offline: 0x8,
  coverOpen: 0x20,
  mechanical: 0x400,
  cutter: 0x800,
  unrecoverable: 0x2000,
  recoversItself: 0x4000,
  paperLow: 0x20000,
  paperOut: 0x80000,
} as const;

const PROBLEM_BITS: readonly (readonly [bit: number, problem: Problem])[] = [
  [STATUS.coverOpen, 'cover-open'],
  [STATUS.paperOut, 'paper-out'],
  [STATUS.cutter, 'cutter'],
  [STATUS.mechanical | STATUS.unrecoverable, 'broken'],
  [STATUS.recoversItself, 'paused'],
  [STATUS.offline | STATUS.noResponse, 'offline'],
];

/**
 * Reads the status bits of a printer. Where it did not answer, or the status is no number, paper and cover are not known.
 * @example
 * stateOf(0x80028); // { isOnline: false, paper: 'out', cover: 'open', problem: 'cover-open' }
 */
export function stateOf(status: number): PrinterState {
  if (!Number.isSafeInteger(status) || status <= 0 || (status & STATUS.noResponse) !== 0) {
    return { isOnline: false, paper: null, cover: null, problem: 'offline' };
  }
  const problem = PROBLEM_BITS.find(([bit]) => (status & bit) !== 0)?.[1] ?? null;
  return {
    isOnline: problem === null,
    paper: (status & STATUS.paperOut) !== 0 ? 'out' : (status & STATUS.paperLow) !== 0 ? 'low' : 'ok',
    cover: (status & STATUS.coverOpen) !== 0 ? 'open' : 'closed',
    problem,
  };
}

/** The printer's own status among those of the printers behind it. */
const LOCAL_PRINTER = 'local_printer';

const statuses = z.object({
  statusmonitor: z.object({
    printerstatus: z.array(z.object({ '@devicename': short, '@asbstatus': short })).min(1),
  }),
});

function readStatus(document: unknown, id: string): Request | null {
  const read = statuses.safeParse(document);
  if (!read.success) return null;
  const all = read.data.statusmonitor.printerstatus;
  const own = all.find((each) => each['@devicename'] === LOCAL_PRINTER) ?? all[0];
  return own ? { kind: 'status', id, state: stateOf(Number(own['@asbstatus'])) } : null;
}

export interface PrintJob {
  id: string;
  /** ESC/POS. */
  bytes: Buffer;
}

/** The time in which a printer gives up a ticket. */
const TIMEOUT_MS = 60_000;

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: ATTRIBUTE });

/** The size of a ticket in the document: its bytes in hexadecimal, and the elements around them. */
const sizeOf = (bytes: Buffer): number => 2 * bytes.length + 1000;

/** True if a printer refuses a document of this one ticket. */
export const isTooLarge = (bytes: Buffer): boolean => sizeOf(bytes) > MAX_REQUEST_BYTES;

/**
 * Responds to GetRequest with tickets, or with an empty body if there are none (p. 45). It has as many of the tickets as a printer takes at once, at
 * least the first.
 * @param version 1 has no ids of tickets: give it one ticket at a time
 */
export function printResponse(jobs: readonly PrintJob[], version: Version): PlainResponse & { sent: string[] } {
  const sent: PrintJob[] = [];
  let size = 0;
  for (const job of jobs) {
    if (!JOB_ID.test(job.id)) throw new Error(`A print job cannot have the id ${job.id}`);
    size += sizeOf(job.bytes);
    if (sent.length > 0 && size > MAX_REQUEST_BYTES) break;
    sent.push(job);
  }
  const body =
    sent.length === 0 ? '' : `<?xml version="1.0" encoding="utf-8"?>\n${builder.build(documentOf(sent, version))}`;
  return { status: 200, headers: { 'content-type': 'text/xml; charset=utf-8' }, body, sent: sent.map(({ id }) => id) };
}

function documentOf(jobs: readonly PrintJob[], version: Version): object {
  return {
    PrintRequestInfo: {
      [`${ATTRIBUTE}Version`]: version,
      ePOSPrint: jobs.map(({ id, bytes }) => ({
        Parameter: { devid: LOCAL_PRINTER, timeout: TIMEOUT_MS, ...(version !== '1.00' && { printjobid: id }) },
        PrintData: {
          'epos-print': {
            [`${ATTRIBUTE}xmlns`]: 'http://www.epson-pos.com/schemas/2011/03/epos-print',
            command: bytes.toString('hex'),
          },
        },
      })),
    },
  };
}

/** Responds to SetResponse and SetStatus (p. 54, p. 63): an empty body says that the server has them. */
export const receivedResponse = (): PlainResponse => ({
  status: 200,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body: '',
});
