// Runs Node's own HTTP server with given responses, to measure the cost of a response before any framework. It prints its address.
import http from 'node:http';

/** The responses by path with its query. */
export type BareResponses = Readonly<Record<string, { headers: http.OutgoingHttpHeaders; base64: string }>>;

const [, , port, told = '{}'] = process.argv;
const responses = new Map(
  Object.entries(JSON.parse(told) as BareResponses).map(([path, { headers, base64 }]) => [
    path,
    { headers, body: Buffer.from(base64, 'base64') },
  ]),
);

http
  .createServer(({ url = '' }, response) => {
    const found = responses.get(url);
    if (found) response.writeHead(200, found.headers).end(found.body);
    else response.writeHead(404).end();
  })
  .listen(Number(port), '127.0.0.1', () => console.info(`bare server: listening on ${port}`));
