import { ServerDirectPrinter } from 'print-stand-ins';
import type { Outcome, PrinterState } from '../printer-state';
import { serve } from '../serve.testing';
import {
  MAX_REQUEST_BYTES,
  MAX_RESULT_BYTES,
  type PrintResult,
  printResponse,
  readRequest,
  receivedResponse,
  stateOf,
  type Version,
} from './server-direct.rules';

const ONLINE: PrinterState = { isOnline: true, paper: 'ok', cover: 'closed', problem: null };

test.each<[number, PrinterState]>([
  // The values of the manual's examples.
  [251658262, ONLINE],
  [251854870, { ...ONLINE, paper: 'low' }],
  [0x0f00003c, { ...ONLINE, isOnline: false, cover: 'open', problem: 'cover-open' }],
  [0x0f08001c, { isOnline: false, paper: 'out', cover: 'closed', problem: 'paper-out' }],
  [0x0f000814, { ...ONLINE, isOnline: false, problem: 'cutter' }],
  [0x0f002014, { ...ONLINE, isOnline: false, problem: 'broken' }],
  [1, { isOnline: false, paper: null, cover: null, problem: 'offline' }],
  [0, { isOnline: false, paper: null, cover: null, problem: 'offline' }],
  [Number.NaN, { isOnline: false, paper: null, cover: null, problem: 'offline' }],
])('the status %p is read', (status, state) => {
  expect(stateOf(status)).toEqual(state);
});

const XMLNS = 'http://www.epson-pos.com/schemas/2011/03/epos-print';
const response = (success: string, code: string, status: number) =>
  `<response xmlns="${XMLNS}" success="${success}" code="${code}" status="${status}" battery="0"/>`;
const ticket = (id: string, inner: string) =>
  `<ePOSPrint><Parameter><devid>local_printer</devid><printjobid>${id}</printjobid></Parameter><PrintResponse>${inner}</PrintResponse></ePOSPrint>`;
const result = (xml: string) => ({
  ConnectionType: 'SetResponse',
  ID: 'a',
  ResponseFile: `<?xml version="1.0" encoding="utf-8"?>\n${xml}`,
});
const info = (version: string, inner: string) =>
  result(`<PrintResponseInfo Version="${version}">${inner}</PrintResponseInfo>`);

test('a request for tickets has what a person entered in the printer', () => {
  expect(readRequest({ ConnectionType: 'GetRequest', ID: 'bar', Name: 'Bar' })).toEqual({
    kind: 'get',
    id: 'bar',
    name: 'Bar',
  });
  expect(readRequest({ ConnectionType: 'GetRequest', ID: '' })).toEqual({ kind: 'get', id: '', name: '' });
});

test.each<[string, object, (readonly [string | null, Outcome])[]]>([
  ['version 1', info('1.00', response('true', '', 251854870)), [[null, { state: 'printed' }]]],
  [
    'version 1 with a failure',
    info('1.00', response('false', 'EX_BADPORT', 1)),
    [[null, { state: 'failed', problem: 'offline', code: 'EX_BADPORT' }]],
  ],
  [
    'version 2 with two tickets',
    info(
      '2.00',
      ticket('A-1', response('1', '', 251658262)) + ticket('A-2', response('0', 'EPTR_REC_EMPTY', 252182556)),
    ),
    [
      ['A-1', { state: 'printed' }],
      ['A-2', { state: 'failed', problem: 'paper-out', code: 'EPTR_REC_EMPTY' }],
    ],
  ],
  [
    'version 3',
    info(
      '3.00',
      `<ServerDirectPrint><Response Success="true"/></ServerDirectPrint>${ticket('A-1', response('true', '', 251658262))}`,
    ),
    [['A-1', { state: 'printed' }]],
  ],
  [
    'a code that is not in the manual',
    info('2.00', ticket('A-1', response('false', 'EX_NEW', 1))),
    [['A-1', { state: 'failed', problem: 'unknown', code: 'EX_NEW' }]],
  ],
  [
    'a code that is a name of JavaScript',
    info('2.00', ticket('A-1', response('false', 'constructor', 1))),
    [['A-1', { state: 'failed', problem: 'unknown', code: 'constructor' }]],
  ],
])('a result of %s is read', (_what, form, expected) => {
  const read = readRequest(form);
  expect(read).toMatchObject({ kind: 'results', id: 'a' });
  const results: PrintResult[] = read.kind === 'results' ? read.results : [];
  expect(results.map(({ jobId, outcome }) => [jobId, outcome])).toEqual(expected);
});

test.each([
  ['EPTR_COVER_OPEN', 'cover-open'],
  ['EPTR_CUTTER', 'cutter'],
  ['EPTR_MECHANICAL', 'broken'],
  ['EPTR_AUTOMATICAL', 'paused'],
  ['EX_TIMEOUT', 'timeout'],
  ['SchemaError', 'format'],
  ['DeviceNotFound', 'offline'],
  ['RequestEntityTooLarge', 'too-large'],
])('the code %s is the problem %s', (code, problem) => {
  const read = readRequest(info('2.00', ticket('A-1', response('false', code, 1))));
  expect(read).toMatchObject({ results: [{ outcome: { problem } }] });
});

test.each([
  ['Data size is exceeded', 'Too big print request', 'too-large', 'Too big print request'],
  [
    'Invalid XML format',
    'Entity: line 99: parser error : expected &apos;&gt;&apos; ',
    'format',
    "Entity: line 99: parser error : expected '>'",
  ],
  ['Invalid printer settings', 'ePOS-Print not activated', 'format', 'ePOS-Print not activated'],
])('a printer that refuses the document says why: %s', (summary, detail, problem, code) => {
  const inner = `<ServerDirectPrint><Response Success="false"><ErrorSummary>${summary}</ErrorSummary><ErrorDetail>${detail}</ErrorDetail></Response></ServerDirectPrint>`;
  expect(readRequest(info('3.00', inner))).toEqual({
    kind: 'refusedByPrinter',
    id: 'a',
    outcome: { state: 'failed', problem, code },
  });
});

test('a status is that of the printer itself, not of those behind it', () => {
  const Status = `<statusmonitor Version="1.00"><printerstatus devicename="other" asbstatus = "0x00000001"/><printerstatus devicename="local_printer" asbstatus = "0x0F020014"/></statusmonitor>`;
  expect(readRequest({ ConnectionType: 'SetStatus', ID: 'a', Status })).toEqual({
    kind: 'status',
    id: 'a',
    state: { ...ONLINE, paper: 'low' },
  });
});

test.each<[string, unknown, number]>([
  ['no form', null, 400],
  ['a form of another kind', { ConnectionType: 'SetMore' }, 400],
  ['a result without a file', { ConnectionType: 'SetResponse', ID: 'a' }, 400],
  ['a file that is a list', { ConnectionType: 'SetResponse', ID: 'a', ResponseFile: ['x'] }, 400],
  ['an id of 300 letters', { ConnectionType: 'GetRequest', ID: 'x'.repeat(300) }, 400],
  ['a file that is no XML', result('<a><b></a>'), 400],
  ['XML of another kind', result('<a/>'), 400],
  ['a result without tickets', info('2.00', ''), 400],
  ['a result that is neither success nor failure', info('1.00', response('maybe', '', 1)), 400],
  ['a document type', result('<!DOCTYPE a [<!ENTITY b "c">]><PrintResponseInfo/>'), 400],
  ['a file that is too large', result(`<a>${'x'.repeat(MAX_RESULT_BYTES)}</a>`), 413],
])('%s is refused', (_what, form, status) => {
  expect(readRequest(form)).toMatchObject({ kind: 'refused', status });
});

test('without tickets the body is empty', () => {
  expect(printResponse([], '2.00')).toEqual({
    status: 200,
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: '',
    sent: [],
  });
});

test('a document has the tickets with their ids, and the bytes as hexadecimal digits', () => {
  const { body } = printResponse([{ id: 'A-1', bytes: Buffer.from([0x1b, 0x40]) }], '2.00');
  expect(body).toBe(
    '<?xml version="1.0" encoding="utf-8"?>\n<PrintRequestInfo Version="2.00"><ePOSPrint><Parameter><devid>local_printer</devid>' +
      `<timeout>60000</timeout><printjobid>A-1</printjobid></Parameter><PrintData><epos-print xmlns="${XMLNS}"><command>1b40</command>` +
      '</epos-print></PrintData></ePOSPrint></PrintRequestInfo>',
  );
  expect(printResponse([{ id: 'A-1', bytes: Buffer.from('x') }], '1.00').body).not.toContain('printjobid');
});

test('a document has no more tickets than a printer takes at once, and the first in any case', () => {
  const bytes = Buffer.alloc(MAX_REQUEST_BYTES / 4);
  const jobs = ['1', '2', '3'].map((id) => ({ id, bytes }));
  const { sent, body } = printResponse(jobs, '2.00');
  expect(sent).toEqual(['1']);
  expect(body.length).toBeLessThan(MAX_REQUEST_BYTES);
  expect(printResponse([{ id: '1', bytes: Buffer.alloc(MAX_REQUEST_BYTES) }], '2.00').sent).toEqual(['1']);
});

test.each(['', 'x'.repeat(31), 'a b', '<a>'])('a ticket cannot have the id %p', (id) => {
  expect(() => printResponse([{ id, bytes: Buffer.alloc(1) }], '2.00')).toThrow('cannot have the id');
});

describe.each<Version>(['1.00', '2.00', '3.00'])('with a printer of version %s', (version) => {
  async function withPrinter(
    waiting: string[],
    play: (printer: ServerDirectPrinter, results: PrintResult[]) => Promise<void>,
  ) {
    const results: PrintResult[] = [];
    const server = await serve(async ({ body }) => {
      const read = readRequest(Object.fromEntries(new URLSearchParams(body)));
      if (read.kind === 'refused') return { status: read.status, headers: {}, body: read.message };
      if (read.kind === 'get')
        return printResponse(
          waiting.slice(0, 1).map((id) => ({ id, bytes: Buffer.from(id) })),
          version,
        );
      if (read.kind === 'results') {
        results.push(...read.results);
        waiting.shift();
      }
      return receivedResponse();
    });
    try {
      await play(new ServerDirectPrinter(server.address, { version }), results);
    } finally {
      await server.close();
    }
  }

  test('each ticket is printed, and its end told', async () => {
    await withPrinter(['A-1', 'A-2'], async (printer, results) => {
      await printer.poll();
      printer.paper = 'out';
      await printer.poll();
      expect(printer.tickets.map(String)).toEqual(['A-1']);
      const ids = version === '1.00' ? [null, null] : ['A-1', 'A-2'];
      expect(results.map(({ jobId, outcome }) => [jobId, outcome.state])).toEqual([
        [ids[0], 'printed'],
        [ids[1], 'failed'],
      ]);
      expect(results[1]).toMatchObject({ outcome: { problem: 'paper-out' }, state: { paper: 'out' } });
    });
  });

  test('a form that is nonsense is refused, and the printer goes on', async () => {
    await withPrinter(['A-1'], async (printer) => {
      printer.nextNonsense = 'ConnectionType=%ff%00&ID';
      await printer.poll();
      await printer.poll();
      expect(printer.tickets.map(String)).toEqual(['A-1']);
    });
  });
});
