import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { COMPRESSION_THRESHOLD, registerCompression } from './compression';

const LONG = { text: 'ramen '.repeat(COMPRESSION_THRESHOLD) };

async function appWithRoutes() {
  const app = fastify();
  await registerCompression(app);
  app.get('/long', async () => LONG);
  app.get('/short', async () => ({ text: 'ramen' }));
  app.get('/events', (_request, reply) => reply.type('text/event-stream').send(`data: ${LONG.text}\n\n`));
  app.get('/compressed', (_request, reply) => reply.header('content-encoding', 'br').send(Buffer.from('x')));
  return app;
}

const read = async (url: string, accepted?: string) =>
  (await appWithRoutes()).inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

test.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip', 'br;q=0, gzip', gunzipSync],
])('a body is sent as %s to a client that accepts %p', async (encoding, accepted, decompress) => {
  const { headers, rawPayload } = await read('/long', accepted);
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
  expect(JSON.parse(decompress(rawPayload).toString())).toEqual(LONG);
});

test.each([
  ['a client that accepts no encoding', '/long', undefined],
  ['a client that accepts another encoding', '/long', 'zstd'],
  ['a tiny body', '/short', 'br'],
  ['a stream of events', '/events', 'br'],
])('nothing is compressed: %s', async (_case, url, accepted) => {
  expect((await read(url, accepted)).headers).not.toHaveProperty('content-encoding');
});

test('a compressed response stays as it is', async () => {
  expect((await read('/compressed', 'gzip')).headers['content-encoding']).toBe('br');
});
