// Tests the files for a server with several processes: the units, the image, and the rolling restart as a process.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { root } from 'releases/build/apps';

const read = (file: string) => readFile(path.join(root, file), 'utf8');

test('the systemd units and the image start a production site, and leave it time for its longest stop', async () => {
  const unit = await read('deploy/foodhall@.service');
  expect(unit).toContain('api/src/production.ts');
  expect(await read('deploy/Containerfile')).toContain('api/src/production.ts');
  const [longest, ownMs] = [60, 10];
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(longest + ownMs);
});

test('an image contains no private files of a clone, except the builds', async () => {
  const entries = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const ignored = entries(await read('.dockerignore')).map((entry) => entry.replace('**/', ''));
  const kept = entries(await read('.gitignore')).filter((entry) => entry !== 'dist/');
  expect(kept.filter((entry) => !ignored.includes(entry))).toEqual([]);
  expect(ignored).toContain('.git');
});

describe('a rolling restart', () => {
  let directory: string;
  let servers: Server[];
  let ports: number[];
  let upstreams: string;

  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'foodhall-restart-'));
    upstreams = path.join(directory, 'upstreams.conf');
    servers = [1, 2].map(() => createServer((_request, response) => response.end('{}')));
    ports = await Promise.all(
      servers.map(
        (server) =>
          new Promise<number>((resolve) => {
            server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
          }),
      ),
    );
  });
  afterEach(async () => {
    for (const server of servers) server.close();
    await rm(directory, { recursive: true, force: true });
  });

  const line = (port: number | undefined, mark = '') =>
    `server 127.0.0.1:${port} max_fails=1 fail_timeout=2s${mark};\n`;

  /** @returns the exit code, and the upstreams at each reload */
  async function restart(...named: (number | undefined)[]): Promise<{ code: number | null; reloads: string[] }> {
    const log = path.join(directory, 'reloads');
    const reload = path.join(directory, 'reload.sh');
    await writeFile(log, '');
    await writeFile(reload, `#!/bin/sh\n{ cat ${upstreams}; echo ---; } >> ${log}\n`, { mode: 0o755 });
    const child = spawn('sh', [path.join(root, 'deploy/rolling-restart.sh'), ...named.map(String)], {
      env: { ...process.env, UPSTREAMS: upstreams, RELOAD: reload, RESTART: 'true' },
      stdio: 'ignore',
    });
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, reloads: (await readFile(log, 'utf8')).split('---\n').filter(Boolean) };
  }

  test('leaves no mark after a restart that failed, and never marks every process', async () => {
    const [first, second] = ports;
    await writeFile(upstreams, line(first) + line(second, ' down'));
    const { code, reloads } = await restart(first, second);
    expect(code).toBe(0);
    expect(await readFile(upstreams, 'utf8')).toBe(line(first) + line(second));
    for (const state of reloads) expect(state.match(/ down;/g)?.length ?? 0).toBeLessThan(2);
    expect(reloads).toHaveLength(4);
  });

  test('is refused while another process is marked', async () => {
    const [first, second] = ports;
    const before = line(first) + line(second, ' down') + line(1);
    await writeFile(upstreams, before);
    expect(await restart(first, 1)).toEqual({ code: 2, reloads: [] });
    expect(await readFile(upstreams, 'utf8')).toBe(before);
  });
});
