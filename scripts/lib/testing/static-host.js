/** For tests: a static host with conditional PUTs, which keeps its files in memory. It knows nothing of shells and remotes. */
const { createHash } = require('node:crypto');
const { createServer, request: ask } = require('node:http');

const tagOf = (body) => `"${createHash('sha256').update(body).digest('hex')}"`;

/**
 * @param {{api?: string, pageHeaders?: Record<string, string>, hasTags?: boolean}} [options] `api`: where requests for the API and for pictures
 *   are sent on to; `pageHeaders`: sent with every page; `hasTags`: whether files have an ETag
 * @returns {Promise<{base: string, text: (address: string) => string | undefined, close: (closed?: () => void) => void,
 *   files: Map<string, {body: Buffer, headers: Record<string, string>}>}>} `files` by address
 */
exports.staticHost = async ({ api, pageHeaders = {}, hasTags = true } = {}) => {
  const files = new Map();

  function answer(request, response) {
    const address = request.url.split('?')[0];
    if (api && /^\/(api|media)\//.test(address)) {
      const { method, headers } = request;
      const { host, ...others } = headers;
      const sentOn = ask(new URL(request.url, api), { method, headers: others }, (answered) => {
        response.writeHead(answered.statusCode, answered.headers);
        answered.pipe(response);
      });
      sentOn.on('error', () => response.writeHead(502).end());
      request.pipe(sentOn);
      return;
    }
    // As static hosts do for sites of one page.
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

  async function take(request, response) {
    const body = Buffer.concat(await request.toArray());
    const known = files.get(request.url)?.body;
    const { 'if-none-match': none, 'if-match': match } = request.headers;
    if ((none && known) || (match && (!known || tagOf(known) !== match))) {
      response.writeHead(412).end();
      return;
    }
    const headers = ['content-type', 'cache-control'].flatMap((name) =>
      request.headers[name] ? [[name, request.headers[name]]] : [],
    );
    files.set(request.url, { body, headers: Object.fromEntries(headers) });
    response.writeHead(201).end();
  }

  const server = createServer((request, response) => {
    if (request.method === 'PUT') void take(request, response);
    else answer(request, response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${server.address().port}/`,
    files,
    text: (address) => files.get(address)?.body.toString(),
    close: (closed) => {
      server.close(closed);
      server.closeAllConnections();
    },
  };
};
