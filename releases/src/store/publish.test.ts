import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuildRecord } from '../model/schemas';
import { hostBuild, remoteBuild } from '../testing/builds';
import { s3Store } from '../testing/s3-store';
import { staticHost } from '../testing/static-host';
import { integrityOf } from './integrity';
import { publishBuild, publishPage } from './publish';
import { readLive } from './read-live';
import { goLive } from './store';
import { folderTarget } from './targets/folder';
import { httpTarget } from './targets/http';
import { s3Target } from './targets/s3';
import { PointerMoved, type Target, TargetFailed } from './targets/target';

type SwapRest = [content: string | Buffer, tag: string | null];

/** A site that only serves files, by their addresses. */
interface Site {
  target: Target;
  file: (address: string) => { body: Buffer; headers: Record<string, string> } | undefined;
  text: (address: string) => string | undefined;
  /** Puts a file there, as its operator does. */
  put: (address: string, content: Buffer) => unknown;
  close: () => unknown;
}

async function siteOnStaticHost(): Promise<Site> {
  const { base, files, text, close } = await staticHost();
  return {
    target: httpTarget(base),
    file: (address) => files.get(address),
    text,
    put: (address, content) => files.set(address, { body: content, headers: {} }),
    close,
  };
}

async function siteInBucket(): Promise<Site> {
  const store = await s3Store();
  const keyOf = (address: string) => `site${address}`;
  return {
    target: s3Target('s3://hall/site', store),
    file: (address) => store.files.get(keyOf(address)),
    text: (address) => store.text(keyOf(address)),
    put: (address, content) => store.files.set(keyOf(address), { body: content, headers: {}, at: 0 }),
    close: store.close,
  };
}

describe.each([
  ['a static host', siteOnStaticHost],
  ['a bucket', siteInBucket],
])('a build that is published to %s', (_kind, open) => {
  let out: string;
  let site: Site;
  beforeEach(async () => {
    out = await mkdtemp(path.join(tmpdir(), 'publish-'));
    site = await open();
  });
  afterEach(async () => {
    await site.close();
    await rm(out, { recursive: true, force: true });
  });

  /** The picture's bytes are no text, so an encoding would change them. */
  const PICTURE = Buffer.from([0x89, 0x50, 0xff, 0xfe, 0x00]);

  /** Writes a build into `out`, with `page` as the content of its files. */
  async function built(version: string, page: string, part = 'host'): Promise<BuildRecord> {
    const folder = path.join(out, part, version);
    await mkdir(path.join(folder, 'assets'), { recursive: true });
    const integrity = { 'main.js': page };
    const record =
      part === 'host'
        ? hostBuild('1.0.0', {
            version,
            integrity,
            fixed: ['logo.png'],
            worker: integrityOf(`// ${page}`),
            root: { 'logo.png': integrityOf(PICTURE) },
          })
        : { ...remoteBuild(part, { version }), integrity };
    const files = { 'index.html': page, 'sw.js': `// ${page}`, 'main.js': page, 'assets/font.woff2': 'font' };
    await writeFile(path.join(folder, 'logo.png'), PICTURE);
    await writeFile(path.join(folder, 'embed.js'), `/* ${page} */`);
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    await writeFile(path.join(folder, 'build.json'), JSON.stringify(record));
    return record;
  }
  const released = async (target: Target, record: BuildRecord) => {
    await publishBuild(target, out, record);
    await goLive(target, [record]);
    await publishPage(target);
  };

  test("has the shell's files below /parts, and the page, worker and version at the root, where they are not cached", async () => {
    const { target } = site;
    await released(target, await built('2.2.63-aaaaaaaa', 'one'));
    const folder = '/parts/host/2.2.63-aaaaaaaa';
    for (const name of ['index.html', 'sw.js', 'main.js', 'assets/font.woff2', 'build.json']) {
      expect(site.file(`${folder}/${name}`)?.headers['cache-control']).toMatch(/immutable/);
    }
    const root = ['/index.html', '/sw.js', '/meta.json'];
    expect(root.map(site.text)).toEqual(['one', '// one', '{"version":"2.2.63"}']);
    expect(root.map((name) => site.file(name)?.headers)).toEqual([
      { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
      { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
      { 'content-type': 'application/json', 'cache-control': 'no-cache' },
    ]);

    await released(target, await built('2.2.64-bbbbbbbb', 'two'));
    expect(root.map(site.text)).toEqual(['two', '// two', '{"version":"2.2.64"}']);
    expect(site.text(`${folder}/main.js`)).toBe('one');
  });

  test('has the files with a fixed address at the root as well, with embed.js for other sites', async () => {
    const { target } = site;
    await released(target, await built('2.2.63-aaaaaaaa', 'one'));
    expect(site.file('/logo.png')).toMatchObject({
      body: PICTURE,
      headers: { 'content-type': 'image/png', 'cache-control': 'no-cache' },
    });
    expect(site.text('/embed.js')).toBe('/* one */');
    await released(target, await built('2.2.64-bbbbbbbb', 'two'));
    expect(site.text('/embed.js')).toBe('/* two */');
    expect((await readLive(target)).snapshot.host).not.toHaveProperty('fixed');
  });

  test.each([
    ['logo.png', { root: { 'logo.png': integrityOf(PICTURE) } }],
    ['sw.js', { worker: integrityOf('// one') }],
    ['embed.js', { integrity: { 'embed.js': integrityOf('/* one */') } }],
    ['index.html', { integrity: { 'index.html': integrityOf('one') } }],
  ])('does not reach the root with another %s than was released, nor does any other file', async (file, known) => {
    const { target } = site;
    const record = { ...(await built('2.2.63-aaaaaaaa', 'one')), ...known } as BuildRecord;
    await writeFile(path.join(out, 'host/2.2.63-aaaaaaaa/build.json'), JSON.stringify(record));
    await publishBuild(target, out, record);
    await goLive(target, [record]);
    const address = `/parts/host/2.2.63-aaaaaaaa/${file}`;
    const stored = site.file(address)?.body;
    if (!stored) throw new Error(`${address} was not published.`);
    site.put(address, Buffer.from('other'));
    await expect(publishPage(target)).rejects.toThrow(
      `${file} of the shell 2.2.63-aaaaaaaa has other bytes than were released.`,
    );
    expect(['/logo.png', '/sw.js', '/embed.js', '/index.html'].filter(site.file)).toEqual([]);
    site.put(address, stored);
    await publishPage(target);
    expect(site.text('/index.html')).toBe('one');
  });

  test("has a web manifest with the name in the operator's config.json, or with the default name", async () => {
    const { target } = site;
    const name = () => JSON.parse(site.text('/manifest.webmanifest') ?? '{}').name;
    await released(target, await built('2.2.63-aaaaaaaa', 'one'));
    expect(name()).toBe('Foodhall');
    site.put('/config.json', Buffer.from('{"brand":"Harbour Eats"}'));
    await released(target, await built('2.2.64-bbbbbbbb', 'two'));
    expect(name()).toBe('Harbour Eats');
    expect(site.file('/manifest.webmanifest')?.headers['content-type']).toBe('application/manifest+json');
    site.put('/config.json', Buffer.from('<html>'));
    await released(target, await built('2.2.65-cccccccc', 'three'));
    expect(name()).toBe('Foodhall');
  });

  test.each([
    ['responds with 503', () => new TargetFailed('index.html responded with 503'), 'index.html responded with 503.'],
    ['sends no ETag', () => new Error('index.html has no ETag.'), 'index.html has no ETag.'],
    [
      'is written by another process each time',
      () => new PointerMoved(),
      'index.html was written by another process at the same moment, five times in a row.',
    ],
  ])(
    'is live although its page could not be written, since index.html %s; the error says so, and the next release writes it',
    async (_how, failure, reason) => {
      const { target } = site;
      const record = await built('2.2.63-aaaaaaaa', 'one');
      await publishBuild(target, out, record);
      await goLive(target, [record]);
      const failing = {
        ...target,
        async swap(name: string, ...rest: SwapRest) {
          if (name === 'index.html') throw failure();
          await target.swap(name, ...rest);
        },
      };
      await expect(publishPage(failing)).rejects.toThrow(
        `The registry has moved, and the shell's page was not written: ${reason} The next release of any app writes it, also of a version that is live.`,
      );
      expect(site.text('/index.html')).toBeUndefined();
      await released(target, record);
      expect(site.text('/index.html')).toBe('one');
    },
  );

  test('is announced as a newer version once its page is written, and not if that failed', async () => {
    const { target } = site;
    await released(target, await built('2.2.63-aaaaaaaa', 'one'));
    const refusing = {
      ...target,
      async swap(name: string, ...rest: SwapRest) {
        if (name === 'index.html') throw new TargetFailed('index.html responded with 503');
        await target.swap(name, ...rest);
      },
    };
    await expect(released(refusing, await built('2.2.64-bbbbbbbb', 'two'))).rejects.toThrow(
      'index.html responded with 503',
    );
    expect(['/index.html', '/meta.json'].map(site.text)).toEqual(['one', '{"version":"2.2.63"}']);
    await publishPage(target);
    expect(['/index.html', '/meta.json'].map(site.text)).toEqual(['two', '{"version":"2.2.64"}']);
  });

  test('has the page of the live shell when two shells are released at once, whichever writes last', async () => {
    const { target } = site;
    const first = await built('2.2.63-aaaaaaaa', 'one');
    await publishBuild(target, out, first);
    const second = await built('2.2.64-bbbbbbbb', 'two');
    await publishBuild(target, out, second);
    await goLive(target, [first]);
    let isFirst = true;
    await publishPage({
      ...target,
      async swap(name: string, text: string | Buffer, tag: string | null) {
        if (isFirst) {
          isFirst = false;
          await goLive(target, [second]);
          await publishPage(target);
        }
        await target.swap(name, text, (await target.read(name))?.tag ?? tag);
      },
    });
    expect(['/index.html', '/sw.js', '/meta.json'].map(site.text)).toEqual(['two', '// two', '{"version":"2.2.64"}']);
  });

  test('a release refuses other bytes that an interrupted release left, even without a build.json', async () => {
    const target = folderTarget(path.join(out, 'elsewhere'));
    await target.writeIfAbsent('catalog/1.0.0-aaaaaaaa/index.html', 'two');
    const build = await built('1.0.0-aaaaaaaa', 'one', 'catalog');
    await expect(publishBuild(target, out, build)).rejects.toThrow('already, with other bytes');
    expect(await target.read('catalog/1.0.0-aaaaaaaa/build.json')).toBeNull();
  });

  test('the source maps of a build go to a folder, and never to a target that serves all of its files', async () => {
    const { target } = site;
    const record = await built('2.2.63-aaaaaaaa', 'one');
    await mkdir(path.join(out, '.maps/host/2.2.63-aaaaaaaa'), { recursive: true });
    await writeFile(path.join(out, '.maps/host/2.2.63-aaaaaaaa/main.js.map'), '{}');
    const folder = await mkdtemp(path.join(tmpdir(), 'publish-'));
    for (const each of [target, folderTarget(folder)]) await publishBuild(each, out, record);
    const name = '.maps/host/2.2.63-aaaaaaaa/main.js.map';
    expect(await readFile(path.join(folder, name), 'utf8')).toBe('{}');
    expect(await target.read(name)).toBeNull();
    await rm(folder, { recursive: true });
  });

  test('a folder gets no page: its server writes it', async () => {
    const folder = path.join(out, 'elsewhere');
    await released(folderTarget(folder), await built('2.2.63-aaaaaaaa', 'one'));
    expect(await readFile(path.join(folder, 'host/2.2.63-aaaaaaaa/main.js'), 'utf8')).toBe('one');
    await expect(readFile(path.join(folder, 'index.html'))).rejects.toThrow('ENOENT');
  });

  test.each([
    ['a folder', () => folderTarget(path.join(out, 'elsewhere'))],
    ['the site', () => site.target],
  ])('%s takes the same bytes of a version twice, and refuses other bytes without a change', async (_what, place) => {
    const target = place();
    const build = await built('1.0.0-aaaaaaaa', 'one', 'catalog');
    await publishBuild(target, out, build);
    await publishBuild(target, out, build);
    const other = await built('1.0.0-aaaaaaaa', 'two', 'catalog');
    await expect(publishBuild(target, out, other)).rejects.toThrow(
      `catalog 1.0.0-aaaaaaaa is in ${target.place} already, with other bytes. A version never changes: raise it, or release the build that is there.`,
    );
    expect((await target.read('catalog/1.0.0-aaaaaaaa/main.js'))?.text).toBe('one');
    expect(await target.writeIfAbsent('catalog/1.0.0-aaaaaaaa/main.js', 'two')).toBe(false);
    expect((await target.read('catalog/1.0.0-aaaaaaaa/main.js'))?.text).toBe('one');
  });
});
