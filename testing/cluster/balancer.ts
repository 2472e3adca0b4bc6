// Runs a load balancer: one address for several API processes, which take turns. It asks each process whether it is ready, as load
// balancers do. It tries the next process only if no connection was made: once a process has received a request, only that process may
// respond to it.
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';

const ROUND_MS = 200;

export interface Balancer {
  /** The number of requests that got no response from their process. */
  dropped: () => number;
  /** Restarts these processes one after another, as an operator with this load balancer does. @throws if one does not come back */
  restart: (ports: readonly number[], restartOne: (port: number) => Promise<void>) => Promise<void>;
  close: () => Promise<void>;
}

/** @param ports the ports of the processes on this machine */
export type StartBalancer = (port: number, ports: readonly number[]) => Promise<Balancer>;

interface Member {
  port: number;
  isReady: boolean;
}

export const startRoundRobin: StartBalancer = async (port, ports) => {
  const members = ports.map((each): Member => ({ port: each, isReady: true }));
  let turn = 0;
  const next = (): Member[] => {
    turn += 1;
    const inTurn = members.map((_, index) => members[(turn + index) % members.length] as Member);
    return [...inTurn.filter(({ isReady }) => isReady), ...inTurn.filter(({ isReady }) => !isReady)];
  };
  let dropped = 0;

  const round = setInterval(() => {
    for (const member of members) {
      http
        .get({ port: member.port, path: '/api/v1/ready', agent: false, timeout: 1_000 }, (response) => {
          response.resume();
          member.isReady = response.statusCode === 200;
        })
        .on('error', () => {
          member.isReady = false;
        });
    }
  }, ROUND_MS);

  function forward(request: IncomingMessage, response: ServerResponse, body: Buffer, [member, ...others]: Member[]) {
    if (!member) return response.writeHead(503).end();
    const { method, url, headers } = request;
    const call = http.request({ port: member.port, method, path: url, headers, agent: false }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, { ...reply.headers, 'x-served-by': String(member.port) });
      reply.pipe(response);
      reply.on('error', () => response.destroy());
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return void forward(request, response, body, others);
      dropped += 1;
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    return call.end(body);
  }

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => forward(request, response, Buffer.concat(chunks), next()));
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request, socket, head) => {
    const [member] = next();
    const upstream = connect(member?.port ?? 0, '127.0.0.1', () => {
      const lines = request.rawHeaders.flatMap((text, index, all) => (index % 2 ? [] : [`${text}: ${all[index + 1]}`]));
      upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    dropped: () => dropped,
    // It asks whether a process is ready, so a draining process gets no request.
    async restart(chosen, restartOne) {
      for (const each of chosen) await restartOne(each);
    },
    async close() {
      clearInterval(round);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
