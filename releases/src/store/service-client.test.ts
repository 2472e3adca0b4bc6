/** Tests that a client does not trust a site of somebody else. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SERVICE } from '../model/service';
import { serviceAt } from './service-client';

let status: number;
/** The responses of the site, by address. */
let bodies: Record<string, object>;
/** The number of requests that the site answers as busy. */
let busyTimes: number;
let server: Server;
let place: string;
let out: string;

beforeEach(async () => {
  status = 200;
  bodies = { '/api/v1/registry': { data: { service: SERVICE, site: null } } };
  out = await mkdtemp(path.join(tmpdir(), 'service-client-'));
  busyTimes = 0;
  server = createServer((request, response) => {
    const isBusy = busyTimes > 0 && request.url !== '/api/v1/registry';
    if (isBusy) busyTimes -= 1;
    response.statusCode = isBusy ? 503 : status;
    const busy = { code: 'DATABASE_UNAVAILABLE', message: 'Try again.' };
    response.end(JSON.stringify(isBusy ? busy : (bodies[request.url ?? ''] ?? {})));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  place = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  server.close();
  await rm(out, { recursive: true });
});

describe('a build of another site', () => {
  const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const download = async (version: string, { wanted = undefined as string | undefined, file = 'build.json' } = {}) => {
    const address = `/api/v1/registry/builds/catalog${wanted ? `?version=${wanted}` : ''}`;
    const files = [{ name: file, sha256: EMPTY, size: 0 }];
    bodies[address] = { data: { version, path: '/', files, maps: [], record: '' } };
    const service = await serviceAt(place, { token: 'token' });
    return service?.download(path.join(out, 'copy'), 'catalog', wanted);
  };

  test('is written into the folder of its version', async () => {
    expect(await download('1.0.0-a')).toEqual({ part: 'catalog', version: '1.0.0-a' });
    expect(await readdir(path.join(out, 'copy/catalog/1.0.0-a'))).toEqual(['build.json']);
  });

  test.each([
    ['version', '../../../outside', {}],
    ['name of a file', '1.0.0-a', { file: '../../../outside' }],
  ])('cannot be written elsewhere by its %s', async (_what, version, more) => {
    await expect(download(version, more)).rejects.toThrow('did not respond as a release service does');
    expect(await readdir(out)).toEqual([]);
  });

  test('is refused if it is of another version than requested', async () => {
    await expect(download('1.0.0-b', { wanted: '1.0.0-a' })).rejects.toThrow(
      'sent catalog 1.0.0-b for catalog 1.0.0-a',
    );
    expect(await readdir(out)).toEqual([]);
  });
});

describe('the client', () => {
  test.each([404, 403])('finds no service after a %i, and after a response that no service sends', async (answered) => {
    status = answered;
    expect(await serviceAt(place)).toBeNull();
    status = 200;
    bodies = { '/api/v1/registry': { data: 'a page' } };
    expect(await serviceAt(place)).toBeNull();
  });

  test('sends no request to a bucket, which has no service', async () => {
    expect(await serviceAt('s3://bucket/')).toBeNull();
  });

  test.each([429, 500, 502])('ends the command after a %i, since the site may have a service', async (answered) => {
    status = answered;
    await expect(serviceAt(place)).rejects.toThrow(`${place} responded with ${answered}; nothing went live.`);
  });

  test('ends the command if the site does not respond', async () => {
    server.close();
    await expect(serviceAt(place)).rejects.toThrow('did not respond (ECONNREFUSED); nothing went live.');
  });
});

test('the client repeats a request to a site whose database is busy', async () => {
  bodies['/api/v1/registry/releases'] = { data: { rows: [], pointer: null } };
  busyTimes = 2;
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const service = await serviceAt(place, { token: 'token' });
  expect(await service?.list(undefined)).toEqual({ rows: [], pointer: null });
  expect(busyTimes).toBe(0);
});
