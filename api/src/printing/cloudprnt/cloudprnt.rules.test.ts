import { CloudPrntPrinter } from 'print-stand-ins';
import type { Outcome, PrinterState } from '../printer-state';
import { serve } from '../serve.testing';
import {
  confirmResponse,
  fetchResponse,
  MAX_POLL_BYTES,
  outcomeOf,
  type PlainRequest,
  type PlainResponse,
  pollResponse,
  readRequest,
  stateOf,
} from './cloudprnt.rules';

const ONLINE: PrinterState = { isOnline: true, paper: 'ok', cover: 'closed', problem: null };
const offline = (problem: PrinterState['problem'], rest: Partial<PrinterState> = {}): PrinterState => ({
  isOnline: false,
  paper: null,
  cover: null,
  problem,
  ...rest,
});

test.each<[string, PrinterState]>([
  ['200 OK', ONLINE],
  ['200%20OK', ONLINE],
  ['220 Printing in progress', ONLINE],
  ['211 Paper Low', { ...ONLINE, paper: 'low' }],
  ['210', { ...ONLINE, paper: 'low' }],
  ['410 Out of paper', offline('paper-out', { paper: 'out' })],
  ['4101 Out of paper', offline('paper-out', { paper: 'out' })],
  ['411 Paper jam', offline('paper-jam')],
  ['420 Cover open', offline('cover-open', { cover: 'open' })],
  ['430 Cutter error', offline('broken')],
  ['511 Media decoding error', offline('format')],
  ['520 Timeout', offline('download')],
  ['', offline('unknown')],
  ['OK', offline('unknown')],
  ['99999 nonsense', offline('unknown')],
  ['777', offline('unknown')],
])('the status code %p is read', (code, state) => {
  expect(stateOf(code)).toEqual(state);
});

test.each<[string, Outcome]>([
  ['OK', { state: 'printed' }],
  ['200 OK', { state: 'printed' }],
  ['200%20OK', { state: 'printed' }],
  ['211 Paper Low', { state: 'printed' }],
  ['510', { state: 'failed', problem: 'format', code: '510' }],
  ['520%20Timeout', { state: 'failed', problem: 'download', code: '520 Timeout' }],
  ['521 Job too large', { state: 'failed', problem: 'too-large', code: '521 Job too large' }],
  ['410 Out of paper', { state: 'failed', problem: 'paper-out', code: '410 Out of paper' }],
  ['OKAY%', { state: 'failed', problem: 'unknown', code: 'OKAY%' }],
])('the code %p of a confirmation is read', (code, outcome) => {
  expect(outcomeOf(code)).toEqual(outcome);
});

const request = (rest: Partial<PlainRequest>): PlainRequest => ({ method: 'GET', query: {}, body: '', ...rest });
const post = (body: unknown) =>
  request({ method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });

test('a poll has the printer’s address and state', () => {
  const body = {
    statusCode: '200%20OK',
    printerMAC: '00:11:62:00:00:01',
    printingInProgress: true,
    clientAction: null,
  };
  expect(readRequest(post(body))).toEqual({ kind: 'poll', mac: '00:11:62:00:00:01', state: ONLINE, isPrinting: true });
  expect(readRequest(post({ statusCode: '200', printerMAC: null }))).toMatchObject({ mac: null, isPrinting: false });
});

test.each<[string, Partial<PlainRequest>, object]>([
  [
    'a fetch',
    { query: { token: '7', type: 'application/vnd.star.line' } },
    { kind: 'fetch', token: '7', mediaType: 'application/vnd.star.line' },
  ],
  ['a fetch without a token or a type', {}, { kind: 'fetch', token: null, mediaType: 'application/vnd.star.starprnt' }],
  [
    'a type with parameters',
    { query: { type: 'Application/vnd.star.StarPRNT; q=1' } },
    { mediaType: 'application/vnd.star.starprnt' },
  ],
  ['a type that is not offered', { query: { type: 'image/png' } }, { kind: 'fetch', mediaType: null }],
  ['a type that is a name of JavaScript', { query: { type: '__proto__' } }, { kind: 'fetch', mediaType: null }],
  [
    'a confirmation',
    { method: 'DELETE', query: { token: '7', code: '200 OK', retry: '1' } },
    { kind: 'confirm', token: '7', outcome: { state: 'printed' } },
  ],
  [
    'a confirmation by GET',
    { query: { token: '7', code: 'OK', delete: '' } },
    { kind: 'confirm', token: '7', outcome: { state: 'printed' } },
  ],
])('%s is read', (_what, rest, expected) => {
  expect(readRequest(request(rest))).toMatchObject(expected);
});

test.each<[string, PlainRequest, number]>([
  ['no JSON', post('{'), 400],
  ['JSON of another form', post([]), 400],
  ['a poll without a status', post({ printerMAC: 'x' }), 400],
  ['a status that is a number', post({ statusCode: 200 }), 400],
  ['a status of 300 letters', post({ statusCode: '2'.repeat(300) }), 400],
  ['a poll that is too large', post({ statusCode: '200', x: 'x'.repeat(MAX_POLL_BYTES) }), 413],
  ['a token twice', request({ query: { token: ['a', 'b'] } }), 400],
  ['a token of 300 letters', request({ query: { token: 'x'.repeat(300) } }), 400],
  ['a confirmation without a code', request({ method: 'DELETE', query: { token: '7' } }), 400],
  ['another method', request({ method: 'PUT' }), 405],
])('%s is refused', (_what, plain, status) => {
  expect(readRequest(plain)).toMatchObject({ kind: 'refused', status });
});

test('a fetch gets 404 without a ticket, 415 for a type that is not offered, else the ticket in the type', async () => {
  const fetch = { kind: 'fetch', token: '7', mediaType: 'application/vnd.star.line' } as const;
  const bytesOf = async (command: string) => Buffer.from(command);
  expect(await fetchResponse(fetch, null)).toMatchObject({ status: 404 });
  expect(await fetchResponse({ ...fetch, mediaType: null }, bytesOf)).toMatchObject({ status: 415 });
  expect(await fetchResponse(fetch, bytesOf)).toEqual({
    status: 200,
    headers: { 'content-type': 'application/vnd.star.line' },
    body: Buffer.from('starline'),
  });
});

describe('with a printer', () => {
  /** Serves tickets by the rules, the first until it is confirmed. */
  async function withPrinter(
    tickets: string[],
    play: (printer: CloudPrntPrinter, outcomes: Outcome[], states: PrinterState[]) => Promise<void>,
  ) {
    const outcomes: Outcome[] = [];
    const states: PrinterState[] = [];
    const respond = async (plain: PlainRequest): Promise<PlainResponse> => {
      const read = readRequest(plain);
      const [first] = tickets;
      if (read.kind === 'refused') return { status: read.status, headers: {}, body: read.message };
      if (read.kind === 'poll') {
        states.push(read.state);
        return pollResponse(first ?? null);
      }
      if (read.kind === 'fetch')
        return fetchResponse(read, read.token === first ? async (command) => Buffer.from(`${command} ${first}`) : null);
      if (read.token === first) {
        outcomes.push(read.outcome);
        tickets.shift();
      }
      return confirmResponse();
    };
    const server = await serve(async ({ method, url, body }) =>
      respond({ method, query: Object.fromEntries(url.searchParams), body }),
    );
    try {
      await play(new CloudPrntPrinter(server.address), outcomes, states);
    } finally {
      await server.close();
    }
  }

  const printed = (printer: CloudPrntPrinter) => printer.tickets.map(String);

  test('each ticket is fetched, printed and confirmed in its order', async () => {
    await withPrinter(['K-1', 'K-2'], async (printer, outcomes) => {
      await printer.poll();
      await printer.poll();
      await printer.poll();
      expect(printed(printer)).toEqual(['starprnt K-1', 'starprnt K-2']);
      expect(outcomes).toEqual([{ state: 'printed' }, { state: 'printed' }]);
    });
  });

  test('a printer without paper says so, and fetches the ticket once it has paper', async () => {
    await withPrinter(['K-1'], async (printer, outcomes, states) => {
      printer.paper = 'out';
      await printer.poll();
      expect(states).toEqual([offline('paper-out', { paper: 'out' })]);
      expect(printed(printer)).toEqual([]);
      printer.paper = 'ok';
      await printer.poll();
      expect(printed(printer)).toEqual(['starprnt K-1']);
      expect(outcomes).toEqual([{ state: 'printed' }]);
    });
  });

  test('a ticket that the printer cannot decode is confirmed with its reason', async () => {
    await withPrinter(['K-1'], async (printer, outcomes) => {
      printer.nextFailure = '511 Media decoding error';
      await printer.poll();
      expect(outcomes).toEqual([{ state: 'failed', problem: 'format', code: '511 Media decoding error' }]);
      expect(printed(printer)).toEqual([]);
    });
  });

  test('a poll that is nonsense is refused, and the printer goes on', async () => {
    await withPrinter(['K-1'], async (printer) => {
      printer.nextNonsense = '<xml/>';
      await printer.poll();
      await printer.poll();
      expect(printed(printer)).toEqual(['starprnt K-1']);
    });
  });
});
