import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface ServedRequest {
  method: string;
  url: URL;
  body: string;
}

interface ServedResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
}

/** Serves plain requests over HTTP on a free port. */
export async function serve(
  respond: (request: ServedRequest) => Promise<ServedResponse>,
): Promise<{ address: string; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const result = await respond({ method: request.method ?? 'GET', url, body });
    response.writeHead(result.status, result.headers).end(result.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/print`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
