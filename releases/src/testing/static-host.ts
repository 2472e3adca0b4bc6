/** A stand-in for tests: a static host with conditional PUTs, which keeps its files in memory. It knows nothing of shells and remotes. */
import { createHash } from 'node:crypto';
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

const tagOf = (body: Buffer) => `"${createHash('sha256').update(body).digest('hex')}"`;

export interface StaticHostOptions {
  /** The address that requests for the API and for pictures are passed on to. */
  api?: string;
  /** The headers that are sent with every page. */
  pageHeaders?: OutgoingHttpHeaders;
  /** True if files have an ETag. */
  hasTags?: boolean;
  /** True if the host honours the conditions of a PUT. nginx with its DAV module does not. */
  hasConditions?: boolean;
}

export interface StaticHost {
  /** The host's address, with a slash at the end. */
  base: string;
  /** The files by address. */
  files: Map<string, { body: Buffer; headers: Record<string, string> }>;
  /** What an attacker answers in place of a file, by address. */
  answers: Map<string, (response: ServerResponse) => void>;
  text: (address: string) => string | undefined;
  close: (closed?: () => void) => void;
}

export async function staticHost({
  api,
  pageHeaders = {},
  hasTags = true,
  hasConditions = true,
}: StaticHostOptions = {}): Promise<StaticHost> {
  const files: StaticHost['files'] = new Map();
  const answers: StaticHost['answers'] = new Map();

  function respond(request: IncomingMessage, response: ServerResponse): void {
    const { url = '', method, headers } = request;
    const address = url.split('?')[0] ?? '';
    if (api && /^\/(api|media)\//.test(address)) {
      const { host, ...others } = headers;
      const sentOn = ask(new URL(url, api), { method, headers: others }, (received) => {
        response.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(response);
      });
      sentOn.on('error', () => response.writeHead(502).end());
      request.pipe(sentOn);
      return;
    }
    const answer = answers.get(address);
    if (answer) {
      answer(response);
      return;
    }
    // The host sends index.html for other addresses, as static hosts do for single-page sites.
    const found = files.get(address) ?? (/\.\w+$/.test(address) ? undefined : files.get('/index.html'));
    if (!found) {
      response.writeHead(404).end();
      return;
    }
    const isPage = found === files.get('/index.html');
    response.writeHead(200, {
      ...found.headers,
      ...(hasTags && { etag: tagOf(found.body) }),
      ...(isPage && pageHeaders),
    });
    response.end(found.body);
  }

  function store({ url = '', headers: sent }: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const known = files.get(url)?.body;
    const { 'if-none-match': none, 'if-match': match } = sent;
    if (hasConditions && ((none && known) || (match && (!known || tagOf(known) !== match)))) {
      response.writeHead(412).end();
      return;
    }
    const headers = ['content-type', 'cache-control'].flatMap((name) =>
      sent[name] ? [[name, String(sent[name])]] : [],
    );
    files.set(url, { body, headers: Object.fromEntries(headers) });
    response.writeHead(201).end();
  }

  const server = createServer(async (request, response) => {
    if (request.method === 'PUT') store(request, Buffer.concat(await request.toArray()), response);
    else respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    files,
    answers,
    text: (address) => files.get(address)?.body.toString(),
    close: (closed) => {
      server.close(closed);
      server.closeAllConnections();
    },
  };
}
