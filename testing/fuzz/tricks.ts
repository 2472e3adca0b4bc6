/** Sends bytes that no client library sends: broken request lines, headers, lengths and chunks, directly over a socket. */
import net from 'node:net';
import { ANSWER_MS } from './site';

export interface Trick {
  name: string;
  /** The bytes to send at once. */
  bytes: string | Buffer;
  /** The remaining pieces, one every 100 ms. */
  slowly?: readonly string[];
  /** True if closing without a status line is acceptable: HTTP has no status for bytes that are not HTTP. */
  mayClose?: boolean;
}

const CRLF = '\r\n';
const request = (line: string, headers: readonly string[] = [], body = '') =>
  [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', body].join(CRLF);
const get = (path: string, ...headers: string[]) => request(`GET ${path}`, headers);
const post = (headers: readonly string[], body: string, path = '/api/v1/login') =>
  request(`POST ${path}`, ['Content-Type: application/json', ...headers], body);

const PATHS = [
  '/..%2f..%2f..%2fetc/passwd',
  '/../../../etc/passwd',
  '/media/..%5c..%5cpackage.json',
  '/media/%2e%2e/%2e%2e/package.json',
  '//etc/passwd',
  '/%00',
  '/%',
  '/%ff%fe',
  '/api/v1/%',
  '/api/v1/venues/%00',
  '/api/v1/__proto__',
  '/api/v1/venues/constructor',
  '/api/v1/venues/1/../../../login',
  '/api/v1/venues?__proto__[polluted]=1&constructor[prototype][polluted]=1',
  `/api/v1/venues?${'a=1&'.repeat(4_000)}`,
  `/${'a'.repeat(9_000)}`,
  `/${'a/'.repeat(3_000)}`,
  'http://elsewhere.test/api/v1/venues',
  '/venues/1/vendors/12%0d%0aSet-Cookie:%20a=b',
  '/.git/config',
  '/.env',
  '/registry/../.keys/registry.pem',
];

const HEADERS: readonly string[] = [
  `Authorization: Bearer ${'x'.repeat(20_000)}`,
  'Authorization: Bearer \u00ff\u00fe',
  'Authorization: Bearer',
  'Authorization: Basic Og==',
  `Cookie: visitor=%ff; channel=__proto__; set_back=${'x'.repeat(3_000)}`,
  'Cookie: =; ;;; a',
  'Accept-Encoding: br;q=abc, *;q=-1',
  `Accept-Encoding: ${'br,'.repeat(2_000)}`,
  'Range: bytes=0-99999999999999999999',
  `If-None-Match: ${'"x",'.repeat(2_000)}`,
  'If-Modified-Since: never',
  'X-Forwarded-For: unknown, 999.1.1.1, ::, %',
  'X-Forwarded-Host: elsewhere.test',
  'Origin: null',
  'Origin: https://elsewhere.test:99999',
  'Idempotency-Key: \u00e9',
  'Expect: something',
  'Upgrade: h2c',
  'Transfer-Encoding: gzip',
  Array(500).fill('X-Many: 1').join(CRLF),
];

const LINES: readonly string[] = [
  'FOO /api/v1/venues',
  'TRACE /api/v1/venues',
  'OPTIONS *',
  'PATCH /api/v1/me',
  'DELETE /api/v1/venues/1',
  'HEAD /api/v1/venues',
];

/** Bytes to send unchanged: no request at all, or one that ends early. */
const BROKEN: readonly [string, string | Buffer][] = [
  ['a line without a version', `GET /api/v1/venues${CRLF}${CRLF}`],
  ['another protocol', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01])],
  ['CONNECT', `CONNECT elsewhere.test:443 HTTP/1.1${CRLF}Host: elsewhere.test${CRLF}${CRLF}`],
  ['no host', `GET /api/v1/venues HTTP/1.1${CRLF}Connection: close${CRLF}${CRLF}`],
  ['a NUL in a header', `GET / HTTP/1.1${CRLF}Host: a\u0000b${CRLF}${CRLF}`],
  ['a space in the path', `GET /api/v1/ve nues HTTP/1.1${CRLF}Host: a${CRLF}${CRLF}`],
  [
    'bytes in the path',
    Buffer.from(`GET /\xff\xfe\x80 HTTP/1.1${CRLF}Host: a${CRLF}Connection: close${CRLF}${CRLF}`, 'latin1'),
  ],
  ['headers of 200 KB', `GET / HTTP/1.1${CRLF}Host: a${CRLF}X: ${'x'.repeat(200_000)}${CRLF}${CRLF}`],
  ['two lengths', post(['Content-Length: 2', 'Content-Length: 3'], '{}')],
  [
    'a length and chunks',
    post(['Content-Length: 2', 'Transfer-Encoding: chunked'], `2${CRLF}{}${CRLF}0${CRLF}${CRLF}`),
  ],
  ['a length that is no number', post(['Content-Length: two'], '{}')],
  ['a negative length', post(['Content-Length: -1'], '{}')],
  ['a length of 10 GB', post(['Content-Length: 10000000000'], '{}')],
  ['a chunk that is no number', post(['Transfer-Encoding: chunked'], `zz${CRLF}{}${CRLF}0${CRLF}${CRLF}`)],
  [
    'two requests in one',
    `${get('/api/v1/venues').replace('Connection: close', 'Connection: keep-alive')}${get('/api/v1/venues/1')}`,
  ],
  [
    'a socket without a key',
    get('/app/foodhall?protocol=7', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'),
  ],
  [
    'a socket of another version',
    get(
      '/app/foodhall?protocol=7',
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Key: eA==',
      'Sec-WebSocket-Version: 1',
    ),
  ],
];

/** A small compressed body that would be large. The API takes no compressed bodies. */
const PACKED = post(['Content-Encoding: gzip', 'Content-Length: 20'], 'x'.repeat(20));

const wantsBody = '{"email":"slow@foodhall.test","password":"x","phone":"0820000001"}';

export const TRICKS: readonly Trick[] = [
  ...PATHS.map((path) => ({ name: `the path ${path.slice(0, 60)}`, bytes: get(path) })),
  ...HEADERS.map((header) => ({
    name: `the header ${header.slice(0, 60).split(CRLF)[0]}`,
    bytes: get('/api/v1/venues', header),
  })),
  ...LINES.map((line) => ({ name: line, bytes: request(line) })),
  ...BROKEN.map(([name, bytes]) => ({ name, bytes, mayClose: true })),
  { name: 'a packed body', bytes: PACKED },
  {
    name: 'a body in pieces',
    bytes: post([`Content-Length: ${wantsBody.length}`], wantsBody.slice(0, 10)),
    slowly: [wantsBody.slice(10, 30), wantsBody.slice(30, 40), wantsBody.slice(40)],
  },
];

/**
 * @returns the response's first bytes as text, or '' if the connection closed without one
 * @throws when neither happens within ANSWER_MS
 */
export function play(port: number, { name, bytes, slowly = [] }: Trick): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, 'localhost');
    let text = '';
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`${name}: there was no answer within ${ANSWER_MS / 1000} s.`));
    }, ANSWER_MS);
    const finish = () => {
      clearTimeout(timer);
      clearInterval(pieces);
      socket.destroy();
      resolve(text);
    };
    const rest = [...slowly];
    const pieces = setInterval(() => {
      const next = rest.shift();
      if (next === undefined) clearInterval(pieces);
      else socket.write(next);
    }, 100);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (/^HTTP\/1\.1 \d{3}/.test(text) && text.includes(`${CRLF}${CRLF}`)) finish();
    });
    socket.on('error', finish);
    socket.on('close', finish);
    socket.write(bytes);
  });
}

/** Opens requests that never arrive in full: the first line alone, or a part of the body. @returns a function that drops them */
export function hold(port: number, count: number): () => void {
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = net.connect(port, 'localhost');
    socket.on('error', () => {});
    socket.write(index % 2 ? post(['Content-Length: 1000'], '{"email":') : `GET /venues HTTP/1.1${CRLF}`);
    return socket;
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}
