/**
 * Star CloudPRNT, version HTTP, as functions of plain requests. The printer is the client of one address: it polls with POST, fetches a ticket
 * with GET, and confirms it with DELETE.
 *
 * Sections are those of the Star CloudPRNT Protocol Guide 2.4 (https://star-m.jp/products/s_print/sdk/StarCloudPRNT/manual/en/):
 * 'Polling the server (POST)', 'Print job requests (GET)', 'Print job confirmation (DELETE)', 'Printer Status Codes'.
 */
import { z } from 'zod';
import { MAX_CODE, type Outcome, type PrinterState, type Problem } from '../printer-state';
import type { CommandSet } from '../ticket/render-ticket';

/** The media types that a ticket is offered in, the preferred first ('Content Media Types'). Interface cards HI01X and HI02X know the second. */
export const MEDIA_TYPES = {
  'application/vnd.star.starprnt': 'starprnt',
  'application/vnd.star.line': 'starline',
} as const satisfies Readonly<Record<string, CommandSet>>;

export type MediaType = keyof typeof MEDIA_TYPES;

/** The largest body of a poll. A printer with a reader and a keyboard sends some hundred bytes. */
export const MAX_POLL_BYTES = 16 * 1024;
const MAX_FIELD = 200;

export interface PlainRequest {
  method: string;
  /** The decoded fields of the query string. */
  query: Readonly<Record<string, unknown>>;
  /** The body as text; empty without one. */
  body: string;
}

export interface PlainResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
}

export type Request =
  | { kind: 'poll'; mac: string | null; state: PrinterState; isPrinting: boolean }
  /** `token` is null for firmware that does not know tokens: the ticket is the one that was offered last. */
  | { kind: 'fetch'; token: string | null; mediaType: MediaType | null }
  | { kind: 'confirm'; token: string | null; outcome: Outcome }
  | Refused;

/** A request that is nonsense, with the status and the message to respond. */
export interface Refused {
  kind: 'refused';
  status: number;
  message: string;
}

/** All fields but `statusCode` may be missing or null ('JSON Request'). */
const poll = z.object({
  statusCode: z.string().max(MAX_FIELD),
  printerMAC: z.string().max(MAX_FIELD).nullish(),
  printingInProgress: z.boolean().nullish(),
});

const field = z.string().max(MAX_FIELD).optional();
const query = z.object({ token: field, type: field, code: field, delete: field });

/** Reads a request of a printer. */
export function readRequest({ method, query: fields, body }: PlainRequest): Request {
  if (method === 'POST') return readPoll(body);
  const read = query.safeParse(fields);
  if (!read.success) return refuse(400, 'The query is not one of CloudPRNT.');
  const { token = null, type, code = '', delete: isConfirmation } = read.data;
  // A server may ask for GET in place of DELETE ('Alternative Print job confirmation'). Ours does not, but an address may have been another's.
  if (method === 'DELETE' || (method === 'GET' && isConfirmation !== undefined)) {
    return code === '' ? refuse(400, 'The code is missing.') : { kind: 'confirm', token, outcome: outcomeOf(code) };
  }
  if (method !== 'GET') return refuse(405, 'CloudPRNT has POST, GET and DELETE.');
  return { kind: 'fetch', token, mediaType: mediaTypeOf(type) };
}

function readPoll(body: string): Request {
  if (Buffer.byteLength(body) > MAX_POLL_BYTES) return refuse(413, 'The poll is too large.');
  const read = poll.safeParse(parseJson(body));
  if (!read.success) return refuse(400, 'The poll is not JSON of CloudPRNT with a statusCode.');
  const { statusCode, printerMAC, printingInProgress } = read.data;
  return { kind: 'poll', mac: printerMAC ?? null, state: stateOf(statusCode), isPrinting: printingInProgress ?? false };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Returns the media type of a ticket: the one that the printer asks for, or StarPRNT if it names none. Null if we have no such type. */
function mediaTypeOf(type: string | undefined): MediaType | null {
  if (type === undefined || type === '') return 'application/vnd.star.starprnt';
  const [name = ''] = type.toLowerCase().split(';');
  return Object.hasOwn(MEDIA_TYPES, name.trim()) ? (name.trim() as MediaType) : null;
}

const refuse = (status: number, message: string): Refused => ({ kind: 'refused', status, message });

const json = (status: number, body: object): PlainResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/**
 * Responds to a poll ('JSON Response').
 * @param token names the ticket that waits; null if none does
 */
export const pollResponse = (token: string | null): PlainResponse =>
  token === null
    ? json(200, { jobReady: false })
    : json(200, { jobReady: true, mediaTypes: Object.keys(MEDIA_TYPES), jobToken: token, deleteMethod: 'DELETE' });

/**
 * Responds to the fetch of a ticket ('Response (GET)'). The same ticket may be fetched again until it is confirmed. After any status but 200 the
 * printer confirms with the code 520.
 * @param bytesOf renders the ticket; null if there is none with that token
 */
export async function fetchResponse(
  { mediaType }: Request & { kind: 'fetch' },
  bytesOf: ((command: CommandSet) => Promise<Buffer>) | null,
): Promise<PlainResponse> {
  if (bytesOf === null) return { status: 404, headers: {}, body: '' };
  if (mediaType === null) return { status: 415, headers: {}, body: '' };
  return { status: 200, headers: { 'content-type': mediaType }, body: await bytesOf(MEDIA_TYPES[mediaType]) };
}

/** Responds to a confirmation. */
export const confirmResponse = (): PlainResponse => json(200, {});

/** 'Printer Status Codes': the codes that have a meaning of their own, then those of ten and of a hundred. A new code is known by its first digits. */
const PROBLEMS: readonly (readonly [prefix: string, problem: Problem])[] = [
  ['411', 'paper-jam'],
  ['41', 'paper-out'],
  ['42', 'cover-open'],
  ['4', 'broken'],
  ['51', 'format'],
  ['521', 'too-large'],
  ['52', 'download'],
];

/** Codes have three or four digits, with a text behind them: '410 Out of paper', as part of an address '410%20Out%20of%20paper'. */
function digitsOf(code: string): string {
  return /^\s*(\d{3,4})(?!\d)/.exec(code)?.[1] ?? '';
}

function problemOf(code: string): Problem {
  const digits = digitsOf(code);
  return PROBLEMS.find(([prefix]) => digits.startsWith(prefix))?.[1] ?? 'unknown';
}

/**
 * Reads the state of a printer from its status code.
 * @example
 * stateOf('211%20Paper%20Low'); // { isOnline: true, paper: 'low', cover: 'closed', problem: null }
 */
export function stateOf(statusCode: string): PrinterState {
  const digits = digitsOf(statusCode);
  if (digits.startsWith('2')) {
    return { isOnline: true, paper: digits.startsWith('21') ? 'low' : 'ok', cover: 'closed', problem: null };
  }
  const problem = problemOf(statusCode);
  return {
    isOnline: false,
    paper: problem === 'paper-out' ? 'out' : null,
    cover: problem === 'cover-open' ? 'open' : null,
    problem,
  };
}

/**
 * Reads the code of a confirmation: 'OK', or a status code.
 * @example
 * outcomeOf('521 Job too large'); // { state: 'failed', problem: 'too-large', code: '521 Job too large' }
 */
export function outcomeOf(code: string): Outcome {
  if (/^\s*OK\b/i.test(code) || digitsOf(code).startsWith('2')) return { state: 'printed' };
  return { state: 'failed', problem: problemOf(code), code: decoded(code).slice(0, MAX_CODE) };
}

/** Some firmware escapes a code twice. */
function decoded(code: string): string {
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}
