// Runs nginx with the configuration of deploy/, on a port of its own and without its certificate. deploy/rolling-restart.sh does the
// restarts.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { root } from 'releases/build/apps';
import { processEnv } from 'settings/environment';
import type { StartBalancer } from './balancer';

const NAMES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];

export const findNginx = (): string | undefined => NAMES.find((file) => existsSync(file));

/** Returns the text of a file in deploy/, unchanged except for the names and addresses of this run. */
async function siteOf(name: string, port: number, upstreams: string): Promise<string> {
  const text = await readFile(path.join(root, 'deploy', name), 'utf8');
  // The second server redirects from http to https.
  const [site = ''] = text.split(/^server \{\n\s+listen 80;/m);
  return site
    .replaceAll('/etc/nginx/foodhall/upstreams.conf', upstreams)
    .replaceAll('/var/log/nginx/', `${path.dirname(upstreams)}/`)
    .replace(/^\s+(ssl_\w+|listen \[::\]:443) .*$/gm, '')
    .replace(/listen 443 .*;/, `listen 127.0.0.1:${port};`);
}

/** Runs a program to its end. @throws with its output if it fails */
function run(file: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env: { ...processEnv, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${path.basename(file)}: ${said.trim()}`))));
  });
}

interface RunningNginx {
  /** The path of nginx's configuration. */
  main: string;
  /** The file with the ports of the API. */
  upstreams: string;
  close: () => Promise<void>;
}

/**
 * Runs nginx with a file of deploy/.
 * @param file the program
 * @param name the name of the file, 'nginx.conf'
 * @param port the port to listen on
 * @param ports the ports of the API's processes
 * @param change further changes of the file's text, besides names and addresses of this run
 */
export async function runNginx(
  file: string,
  name: string,
  port: number,
  ports: readonly number[],
  change = (text: string) => text,
): Promise<RunningNginx> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-nginx-'));
  // nginx's workers run as another user.
  await chmod(directory, 0o755);
  const upstreams = path.join(directory, 'upstreams.conf');
  const site = path.join(directory, 'site.conf');
  const main = path.join(directory, 'nginx.conf');
  const server = (each: number) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=2s;\n`;
  await writeFile(upstreams, ports.map(server).join(''));
  await writeFile(site, change(await siteOf(name, port, upstreams)));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${directory}/${each};`,
  );
  await writeFile(
    main,
    `daemon off;\npid ${directory}/pid;\nerror_log ${directory}/error.log;\nevents { worker_connections 1024; }\n` +
      `http {\naccess_log off;\n${temporary.join('\n')}\ninclude ${site};\n}\n`,
  );
  await run(file, ['-t', '-q', '-c', main]);
  // nginx's check of the configuration writes a pid file too.
  await rm(path.join(directory, 'pid'), { force: true });
  const nginx = spawn(file, ['-c', main], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => nginx.on('close', () => resolve()));
  while (!existsSync(path.join(directory, 'pid'))) await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    main,
    upstreams,
    async close() {
      nginx.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export const startNginx =
  (file: string): StartBalancer =>
  async (port, ports) => {
    const { main, upstreams, close } = await runNginx(file, 'nginx.conf', port, ports);
    return {
      // A dropped request has the status 502, which its caller sees.
      dropped: () => 0,
      async restart(chosen, restartOne) {
        // The script names the process to restart, and this run restarts it.
        const control = http.createServer((request, response) => {
          let body = '';
          request.setEncoding('utf8').on('data', (chunk: string) => {
            body += chunk;
          });
          request.on('end', () => {
            const end = (status: number) => response.writeHead(status, { connection: 'close' }).end();
            restartOne(Number(body)).then(
              () => end(204),
              () => end(500),
            );
          });
        });
        await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
        try {
          await run(path.join(root, 'deploy/rolling-restart.sh'), chosen.map(String), {
            UPSTREAMS: upstreams,
            RELOAD: `${file} -c ${main} -s reload`,
            RESTART: `curl -fsS http://127.0.0.1:${(control.address() as AddressInfo).port} -d`,
          });
        } finally {
          await new Promise((resolve) => control.close(resolve));
        }
      },
      close,
    };
  };
