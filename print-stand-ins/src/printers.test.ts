import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { CloudPrntPrinter, EscPosPrinter, readEscPos, ServerDirectPrinter } from './index';

/** What a server got, and what it responds next. */
class Recorder {
  readonly requests: string[] = [];
  respond: (method: string, body: string) => { status?: number; body?: string } = () => ({});
  readonly #server = createServer(async (request, response) => {
    const body = await text(request);
    const query = new URL(request.url ?? '', 'http://localhost').search;
    this.requests.push(`${request.method} ${decodeURIComponent(query)}${decodeURIComponent(body)}`);
    const { status = 200, body: reply = '' } = this.respond(request.method ?? '', body);
    response.writeHead(status).end(reply);
  });

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

let server: Recorder;
let address: string;

beforeEach(async () => {
  server = new Recorder();
  address = await server.start();
});

afterEach(() => server.close());

const methods = () => server.requests.map((request) => request.split(' ')[0]);

describe('a CloudPRNT printer', () => {
  const offer = JSON.stringify({ jobReady: true, mediaTypes: ['application/vnd.star.starprnt'], jobToken: '7' });
  const printer = () => {
    server.respond = (method) => ({ body: method === 'POST' ? offer : 'ticket' });
    return new CloudPrntPrinter(address);
  };

  test('polls, fetches, prints and confirms', async () => {
    const star = printer();
    await star.poll();
    expect(methods()).toEqual(['POST', 'GET', 'DELETE']);
    expect(server.requests[0]).toContain('"statusCode":"200 OK"');
    expect(server.requests[1]).toContain('type=application/vnd.star.starprnt&token=7');
    expect(server.requests[2]).toContain('code=200+OK&token=7');
    expect(star.tickets.map(String)).toEqual(['ticket']);
  });

  test('fetches nothing while its cover is open', async () => {
    const star = printer();
    star.cover = 'open';
    await star.poll();
    expect(methods()).toEqual(['POST']);
    expect(server.requests[0]).toContain('420 Cover Open');
  });

  test('repeats a confirmation that was not answered, before it polls again', async () => {
    const star = printer();
    server.respond = (method) => ({
      status: method === 'DELETE' ? 500 : 200,
      body: method === 'POST' ? offer : 'ticket',
    });
    await star.poll();
    server.respond = () => ({});
    await star.poll();
    expect(methods()).toEqual(['POST', 'GET', 'DELETE', 'DELETE']);
    expect(server.requests[3]).toContain('retry=1');
  });

  test('polls on before it confirms late', async () => {
    const star = printer();
    star.pollsBeforeConfirmation = 2;
    for (let poll = 0; poll < 4; poll += 1) await star.poll();
    expect(methods()).toEqual(['POST', 'GET', 'POST', 'POST', 'DELETE']);
    expect(star.tickets).toHaveLength(1);
  });

  test('prints a ticket and never confirms it, when it is switched off between', async () => {
    const star = printer();
    star.forgetsNextConfirmation = true;
    await star.poll();
    expect(methods()).toEqual(['POST', 'GET']);
    expect(star.tickets).toHaveLength(1);
  });

  test('behaves as if the response to its poll was lost', async () => {
    const star = printer();
    star.losesNextResponse = true;
    await star.poll();
    expect(methods()).toEqual(['POST']);
    expect(star.tickets).toEqual([]);
  });

  test('fetches again what ran out of paper while printing', async () => {
    const star = printer();
    star.nextFailure = '410 Paper Empty';
    await star.poll();
    expect(methods()).toEqual(['POST', 'GET', 'POST']);
    star.paper = 'ok';
    await star.poll();
    expect(star.tickets).toHaveLength(1);
  });

  test('polls by itself from start to stop', async () => {
    const star = printer();
    const printed = new Promise<void>((resolve) => {
      server.respond = (method) => {
        if (method === 'DELETE') resolve();
        return { body: method === 'POST' ? offer : 'ticket' };
      };
    });
    star.start(5);
    await printed;
    await star.stop();
    const count = server.requests.length;
    await star.stop();
    expect(server.requests).toHaveLength(count);
  });
});

describe('a Server Direct Print printer', () => {
  const request = (id: string) =>
    `<?xml version="1.0"?><PrintRequestInfo Version="2.00"><ePOSPrint><Parameter><devid>local_printer</devid><printjobid>${id}</printjobid></Parameter><PrintData><epos-print><command>5041</command></epos-print></PrintData></ePOSPrint></PrintRequestInfo>`;

  test('asks, prints, and tells the result', async () => {
    const epson = new ServerDirectPrinter(address, { id: 'bar' });
    server.respond = (_method, body) => ({ body: body.includes('GetRequest') ? request('A-1') : '' });
    await epson.poll();
    expect(epson.tickets.map(String)).toEqual(['PA']);
    expect(server.requests[0]).toBe('POST ConnectionType=GetRequest&ID=bar&Name=');
    expect(server.requests[1]).toContain('<printjobid>A-1</printjobid>');
    expect(server.requests[1]).toContain('success="true"+code=""');
  });

  test('tells that it has no paper, and prints nothing', async () => {
    const epson = new ServerDirectPrinter(address);
    epson.paper = 'out';
    server.respond = () => ({ body: request('A-1') });
    await epson.poll();
    expect(epson.tickets).toEqual([]);
    expect(server.requests[1]).toContain('success="false"+code="EPTR_REC_EMPTY"');
  });

  test('tells a result again whose response was lost', async () => {
    const epson = new ServerDirectPrinter(address);
    server.respond = (_method, body) => ({ status: body.includes('SetResponse') ? 502 : 200, body: request('A-1') });
    await epson.poll();
    server.respond = () => ({});
    await epson.poll();
    await epson.poll();
    expect(server.requests.map((each) => /ConnectionType=(\w+)/.exec(each)?.[1])).toEqual([
      'GetRequest',
      'SetResponse',
      'SetResponse',
      'GetRequest',
    ]);
    expect(epson.tickets).toHaveLength(1);
  });

  test('refuses a document that is no XML, which version 3 tells', async () => {
    const epson = new ServerDirectPrinter(address, { version: '3.00' });
    server.respond = (_method, body) => ({ body: body.includes('GetRequest') ? '<a>' : '' });
    await epson.poll();
    expect(server.requests[1]).toContain('Success="false"><ErrorSummary>Invalid+XML+format');
  });

  test('tells its status', async () => {
    const epson = new ServerDirectPrinter(address);
    epson.cover = 'open';
    await epson.tellStatus();
    expect(server.requests[0]).toContain('asbstatus="0x0f00003c"');
  });
});

describe('a printer on a TCP port', () => {
  let printer: EscPosPrinter;
  let port: number;

  beforeEach(async () => {
    printer = new EscPosPrinter();
    port = await printer.listen();
  });

  afterEach(() => printer.close());

  const TICKET = Buffer.from('\x1b@K-101\n\x1dVB\x00\x1dr1', 'latin1');

  async function replyTo(bytes: Buffer): Promise<Buffer> {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    const [reply] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return reply;
  }

  test('prints what came and replies once it is on paper', async () => {
    expect(await replyTo(TICKET)).toEqual(Buffer.from([0]));
    expect(printer.tickets.map(readEscPos)).toEqual([['K-101', '[cut]']]);
  });

  test('tells without paper why it waits, and prints once it has paper', async () => {
    printer.paper = 'out';
    expect(await replyTo(Buffer.from([0x10, 0x04, 2]))).toEqual(Buffer.from([0x32]));
    const socket = connect(port, '127.0.0.1');
    socket.write(TICKET);
    expect(printer.tickets).toEqual([]);
    await once(socket, 'connect');
    const reply = once(socket, 'data');
    // The printer has the ticket when it replies to a second connection.
    await replyTo(Buffer.from([0x10, 0x04, 1]));
    printer.paper = 'ok';
    printer.resume();
    await reply;
    expect(printer.tickets).toHaveLength(1);
    socket.destroy();
  });

  test('hangs up in the middle of a ticket, and prints nothing of it', async () => {
    printer.hangsUpAfterBytes = 5;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(TICKET);
    await once(socket, 'close');
    expect(printer.tickets).toEqual([]);
  });

  test('a command that it does not know is an error', () => {
    expect(() => readEscPos(Buffer.from('\x1b\x7f\x00\x00', 'latin1'))).toThrow(
      'The command 1b7f0000 at 0 is not known',
    );
  });
});
