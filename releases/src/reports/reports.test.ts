import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeOld } from 'api/testing/retention';
import { buildTestApp, type TestApp, withDatabase } from 'api/testing/test-app';
import type { ReportEntry } from 'shared-contracts/types';
import { reportedErrorsOf } from './reported-errors';

withDatabase();

const DAY_MS = 24 * 3_600_000;

let folder: string;
let api: TestApp;

const needs = { contract: '^1.0.0', packages: {}, events: [], slots: [] };
const remote = (version: string) => ({
  ...needs,
  version,
  path: '',
  entry: 'e.js',
  integrity: {},
  routes: [],
  modules: {},
});
const SNAPSHOT = {
  schema: 2,
  parent: null,
  at: '',
  since: {},
  host: {
    ...needs,
    version: '2.2.63-aa',
    path: '',
    html: 'index.html',
    embed: 'embed.js',
    frame: 'frame.html',
    integrity: {},
    worker: '',
    root: {},
    keys: [],
    paths: [],
    primitives: '',
  },
  remotes: { catalog: remote('1.1.0-bb') },
  offers: [{ part: 'catalog', since: '', channel: 'beta', release: remote('1.2.0-cc') }],
  kept: { catalog: [{ ...needs, version: '1.0.0-dd', path: '', record: '' }] },
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foodhall-reports-'));
  await mkdir(join(folder, 'registry'), { recursive: true });
  await mkdir(join(folder, 'host/2.2.63-aa'), { recursive: true });
  await writeFile(join(folder, 'host/2.2.63-aa/index.html'), '');
  await writeFile(join(folder, 'registry/aaaa.json'), JSON.stringify(SNAPSHOT));
  await writeFile(join(folder, 'registry/aaaa.sig'), '');
  await writeFile(
    join(folder, 'registry/pointer.json'),
    JSON.stringify({ current: 'aaaa', previous: null, at: '', recalled: [], signature: '' }),
  );
  api = await buildTestApp({ environment: { DIST_DIR: folder } });
});
afterEach(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const report = (...entries: ReportEntry[]) => send({ entries });
const send = (payload: object) => api.app.inject({ method: 'POST', url: '/api/v1/reports', payload });
const metrics = async () => (await api.app.inject('/api/v1/metrics')).body;
const page = () => api.app.inject('/api/v1/releases');
/** Returns the text of the page about a release, without its tags. */
const cardOf = async (version: string) => {
  const { body } = await page();
  const card = body.split('<article').find((text) => text.includes(`<h3>${version} `)) ?? '';
  return card.replace(/^[^>]*>/, '').replaceAll(/<[^>]+>/g, ' ');
};

const catalog = { part: 'catalog', version: '1.1.0-bb' };
const error = { type: 'error', kind: 'render', message: 'TypeError: x is undefined', ...catalog } as const;

describe('a report', () => {
  test('needs no session, and is counted for its release in the metrics', async () => {
    const response = await report(
      { type: 'visit', ...catalog },
      { type: 'load', ms: 300, ...catalog },
      error,
      { type: 'vital', name: 'LCP', value: 2_000, ...catalog },
      { type: 'vital', name: 'CLS', value: 0.2, ...catalog },
      { type: 'set-back', to: '1.0.0-dd', ...catalog },
    );
    expect(response.statusCode).toBe(204);
    const text = await metrics();
    const labels = 'part="catalog",version="1.1.0-bb"';
    for (const line of [
      `foodhall_part_visits_total{${labels}} 1`,
      `foodhall_part_errors_total{${labels},kind="render"} 1`,
      `foodhall_part_errors_total{${labels},kind="load"} 0`,
      `foodhall_part_set_back_total{${labels}} 1`,
      `foodhall_part_load_seconds_bucket{le="0.2",${labels}} 0`,
      `foodhall_part_load_seconds_bucket{le="0.35",${labels}} 1`,
      `foodhall_part_load_seconds_sum{${labels}} 0.3`,
      `foodhall_web_vital_seconds_sum{${labels},name="LCP"} 2`,
      `foodhall_layout_shift_sum{${labels}} 0.2`,
    ])
      expect(text.split('\n')).toContain(line);
  });

  test.each([
    ['LCP', 2_000, 'foodhall_web_vital_seconds_sum{…,name="LCP"} 2'],
    ['INP', 80, 'foodhall_web_vital_seconds_sum{…,name="INP"} 0.08'],
    ['CLS', 0.2, 'foodhall_layout_shift_sum{…} 0.2'],
    ['FCP', 900, 'foodhall_web_vital_seconds_sum{…,name="FCP"} 0.9'],
    ['TTFB', 120, 'foodhall_web_vital_seconds_sum{…,name="TTFB"} 0.12'],
  ] as const)('with the web vital %s is counted for its release, and for no other', async (name, value, line) => {
    await report({ type: 'visit', part: 'catalog', version: '1.2.0-cc' }, { type: 'vital', name, value, ...catalog });
    const lines = (await metrics()).split('\n').filter((each) => /^foodhall_(web_vital|layout_shift).*_sum/.test(each));
    expect(lines).toEqual([line.replace('…', 'part="catalog",version="1.1.0-bb"')]);
  });

  test('about a release that the registry does not name counts as other, however many names are invented', async () => {
    for (let round = 0; round < 3; round += 1) {
      const made = Array.from({ length: 50 }, (_, index) => `9.9.${round}-${index}`);
      await report(...made.map((version) => ({ type: 'visit' as const, part: 'catalog', version })));
    }
    await report({ type: 'visit', part: 'gifts', version: '1.1.0-bb' });
    const visits = (await metrics()).split('\n').filter((line) => line.startsWith('foodhall_part_visits_total'));
    expect(visits).toEqual(['foodhall_part_visits_total{part="other",version="other"} 151']);
  });

  test.each<[string, object]>([
    ['is empty', { entries: [] }],
    ['has more than 50 entries', { entries: Array.from({ length: 51 }, () => ({ type: 'visit', ...catalog })) }],
    ['names a release that could break a line', { entries: [{ type: 'visit', part: 'catalog', version: '1"} 9\n' }] }],
    ['says more than a sentence', { entries: [{ ...error, message: 'x'.repeat(201) }] }],
    ['has a time before it began', { entries: [{ type: 'load', ms: -1, ...catalog }] }],
  ])('that %s is refused', async (_case, payload) => {
    expect((await send(payload)).statusCode).toBe(422);
    expect(await metrics()).not.toContain('foodhall_part_visits_total{');
  });

  test('of more than 32 KB is refused before it is read', async () => {
    expect((await send({ entries: [], padding: 'x'.repeat(33 * 1024) })).statusCode).toBe(413);
  });

  test('is refused above 600 a minute from one address', async () => {
    for (let count = 0; count < 600; count += 1) await report({ type: 'visit', ...catalog });
    const refused = await report({ type: 'visit', ...catalog });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    api.advance(60_000);
    expect((await report({ type: 'visit', ...catalog })).statusCode).toBe(204);
    expect(await metrics()).toContain('foodhall_part_visits_total{part="catalog",version="1.1.0-bb"} 601');
  });
});

describe('the reports of pages', () => {
  const visits = async (app = api, days = 7) => {
    const { body } = await app.app.inject(`/api/v1/releases?days=${days}`);
    return /<dt>Visits<\/dt><dd>(\d+)/.exec(body)?.[1] ?? null;
  };
  const errorsOf = (version = '1.1.0-bb') => api.app.inject(`/api/v1/releases/errors?app=catalog&version=${version}`);
  const started = () => buildTestApp({ environment: { DIST_DIR: folder } });

  test('survive a restart, including the latest ones, and cover all processes together', async () => {
    await report({ type: 'visit', ...catalog }, error);
    const peer = await started();
    const payload = { entries: [{ type: 'visit', ...catalog }] };
    await peer.app.inject({ method: 'POST', url: '/api/v1/reports', payload });
    await peer.deps.workers.stopAll();
    await peer.close();
    expect(await visits()).toBe('2');
    await api.deps.workers.stopAll();
    await api.close();
    api = await started();
    expect(await visits()).toBe('2');
    expect(await cardOf('1.1.0-bb')).toContain('1 render');
    expect((await errorsOf()).body).toContain('TypeError: x is undefined');
  });

  test('cover the last seven days, or as many as the request names, and are deleted after thirty', async () => {
    await report({ type: 'visit', ...catalog }, error);
    expect(await visits(api, 1)).toBe('1');
    api.advance(2 * DAY_MS);
    expect([await visits(api, 1), await visits(api)]).toEqual([null, '1']);
    api.advance(27 * DAY_MS);
    await removeOld(api.deps);
    expect([await visits(api), await visits(api, 30)]).toEqual([null, '1']);
    expect((await errorsOf()).body).toContain('TypeError');
    api.advance(DAY_MS + 3_600_000);
    await removeOld(api.deps);
    const left = await Promise.all(
      (['release_hours', 'release_errors'] as const).map((table) =>
        api.deps.db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(left).toEqual([[], []]);
    expect((await errorsOf()).body).toContain('There is no error.');
    expect((await api.app.inject('/api/v1/releases?days=31')).statusCode).toBe(422);
  });
});

describe('the page of errors', () => {
  const at = (column: number) => `/parts/catalog/1.1.0-bb/main.1a2b3c4d.js:1:${column}`;
  const errors = async (query = 'app=catalog&version=1.1.0-bb') =>
    (await api.app.inject(`/api/v1/releases/errors?${query}`)).body;
  const articles = async (query?: string) =>
    (await errors(query))
      .split('<article>')
      .slice(1)
      .map((text) =>
        text
          .replaceAll(/<[^>]+>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      );

  test('lists equal errors once, with the number and the times of their reports, the latest first', async () => {
    await report({ ...error, stack: at(5) }, { ...error, stack: at(9) });
    api.advance(3_600_000);
    await report({ ...error, message: 'TypeError: y', kind: 'unhandled' }, { ...error, stack: at(5) });
    const shown = await articles();
    expect(shown).toHaveLength(3);
    expect(shown.slice(0, 2).sort()).toEqual([
      expect.stringMatching(
        /^TypeError: x is undefined render 2 times, .* UTC to .* UTC ?, in catalog 1\.1\.0-bb\. \/parts\/catalog\/1\.1\.0-bb\/main\.1a2b3c4d\.js:1:5$/,
      ),
      expect.stringMatching(/^TypeError: y unhandled Once, .* No page said where it was thrown\.$/),
    ]);
    expect(shown[2]).toMatch(/Once, .*:1:9$/);
  });

  test('lists one version, or all versions of an app', async () => {
    await report(error, { ...error, version: '1.2.0-cc' }, { ...error, part: 'host', version: '2.2.63-aa' });
    expect(await articles()).toHaveLength(1);
    expect(await articles('app=catalog')).toHaveLength(2);
  });

  test('lists no errors of a release that the registry does not name, which are only counted', async () => {
    await report({ ...error, version: '9.9.9-zz' });
    expect(await articles('app=catalog')).toEqual([]);
    expect(await articles('app=other')).toEqual([]);
    expect(await cardOf('other')).toContain('1 render');
  });

  describe('the page of errors with source maps', () => {
    const MAP = { version: 3, names: [], mappings: 'AAAA' };
    const write = async (part: string, file: string, source: string) => {
      const maps = join(folder, '.maps', part, '1.1.0-bb');
      await mkdir(maps, { recursive: true });
      await writeFile(join(maps, `${file}.map`), JSON.stringify({ ...MAP, sources: [source] }));
    };

    test('shows places in the sources of its app, and of no other app that a visitor may have named', async () => {
      for (const part of ['catalog', 'queues', 'host']) await write(part, 'a.js', `${part}/src/a.ts`);
      const stack = ['catalog', 'queues', 'host'].map((part) => `/parts/${part}/1.1.0-bb/a.js:1:1`).join('\n');
      await report({ ...error, stack });
      expect((await articles())[0]).toMatch(
        /\. catalog\/src\/a\.ts:1:1 \/parts\/queues\/1\.1\.0-bb\/a\.js:1:1 \/parts\/host\/1\.1\.0-bb\/a\.js:1:1$/,
      );
    });

    test('keeps them once for all readers of errors', async () => {
      await write('catalog', 'a.js', 'src/a.ts');
      await report({ ...error, stack: '/parts/catalog/1.1.0-bb/a.js:1:1' });
      expect((await articles())[0]).toContain('src/a.ts:1:1');
      await rm(join(folder, '.maps'), { recursive: true });
      const [found] = await reportedErrorsOf(api.deps).of({ app: 'catalog' });
      expect(found?.frames).toEqual([{ place: 'src/a.ts:1:1', is_source: true }]);
    });

    test('reads at most twenty of them for one page', async () => {
      const names = [...'abcdefghijklmnopqrstu'];
      for (const name of names) await write('catalog', `${name}.js`, `src/${name}.ts`);
      const errorsOf = (name: string) => ({
        ...error,
        message: name,
        stack: `/parts/catalog/1.1.0-bb/${name}.js:1:1\n/parts/catalog/1.1.0-bb/a.js:1:1`,
      });
      await report(...names.map(errorsOf));
      const shown = await articles();
      expect(shown).toHaveLength(21);
      expect(shown.filter((text) => text.includes('/parts/'))).toHaveLength(1);
    });
  });

  test('runs nothing that a stranger reports, and shows no email and no frame of another site', async () => {
    const message = '<script>alert(1)</script> of nomsa@foodhall.test';
    const stack = [
      '<img src=x onerror=alert(1)>',
      'https://evil.example/parts/a/1/x.js:1:1',
      `${at(3)}?token=1`,
      at(4),
    ];
    await report({ ...error, message, stack: stack.join('\n') });
    const [, body] = (await errors()).split('<main>');
    expect(body).not.toMatch(/<script|<img|evil|token|nomsa/);
    expect(await articles()).toEqual([expect.stringMatching(/alert\(1\).* of … .*:1:4$/)]);
  });

  test('shows no personal data of a page that has not cleaned its messages', async () => {
    const messages = {
      [`${'t'.repeat(43)} refused`]: '… refused',
      [`Bearer fhr_${'t'.repeat(43)} refused`]: 'Bearer … refused',
      "card '4242 4242-4242 4242' declined": "card '…' declined",
      'GET /menu?table=7&name=nomsa failed': 'GET /menu… failed',
      'no account nomsa%40foodhall.test here': 'no account … here',
      'tax \u202e\u20684242\u200b424242424242\u2069 of\nroom': 'tax … of room',
    };
    await report(...Object.keys(messages).map((message) => ({ ...error, message })));
    await errors();
    const stored = await reportedErrorsOf(api.deps).of({ app: 'catalog' });
    expect(stored.map(({ message }) => message).sort()).toEqual(Object.values(messages).sort());
  });

  test.each([
    ['no app', ''],
    ['a path for an app', 'app=../registry'],
    ['a path for a version', 'app=catalog&version=../1'],
  ])('is refused for %s', async (_case, query) => {
    expect((await api.app.inject(`/api/v1/releases/errors?${query}`)).statusCode).toBe(422);
  });
});

describe('the page of releases', () => {
  test('shows visits, loads, times, errors, their rate and web vitals of each release', async () => {
    await report(
      ...Array.from({ length: 4 }, () => ({ type: 'visit' as const, ...catalog })),
      { type: 'load', ms: 300, ...catalog },
      { type: 'load', ms: 5_000, ...catalog },
      error,
      { ...error, kind: 'load' },
      { type: 'vital', name: 'LCP', value: 2_000, ...catalog },
      { type: 'vital', name: 'INP', value: 80, ...catalog },
      { type: 'vital', name: 'CLS', value: 0.04, ...catalog },
      { type: 'vital', name: 'FCP', value: 900, ...catalog },
      { type: 'vital', name: 'TTFB', value: 120, ...catalog },
      { type: 'set-back', to: '1.0.0-dd', ...catalog },
    );
    const card = (await cardOf('1.1.0-bb')).replaceAll(/\s+/g, ' ').trim();
    expect(card).toContain('live Visits 4 Errors 2 1 load, 1 render Error rate 50.0 in 100 visits Fell back 1 visitor');
    expect(card).toContain('Loads 2 Load time 350 ms p50; p95 5.8 s');
    expect(card).toMatch(
      /Largest paint 2\.\d s LCP .*Response to a tap \d\d ms INP .*Layout shift 0\.04 CLS .*First paint \d{3} ms FCP .*First byte \d{3} ms TTFB/,
    );
  });

  test('links the errors of a release to their page, and changes the period without a script', async () => {
    await report(error);
    const { body } = await page();
    expect(body).toContain('<a href="releases/errors?app=catalog&amp;version=1.1.0-bb">1</a>');
    expect(body).toContain('<a href="?days=7" aria-current="true">7 days</a>');
  });

  test('names the visitors of each release', async () => {
    for (const version of ['1.1.0-bb', '1.2.0-cc', '1.0.0-dd'])
      await report({ type: 'visit', part: 'catalog', version });
    expect(await cardOf('1.1.0-bb')).toContain('live');
    expect(await cardOf('1.2.0-cc')).toContain('beta');
    expect(await cardOf('1.0.0-dd')).toContain('earlier');
  });

  test('works before anything was reported, and before anything was released', async () => {
    expect((await page()).body).toContain('No page has reported in this time.');
    await rm(join(folder, 'registry/pointer.json'));
    await report({ type: 'visit', ...catalog });
    expect(await cardOf('other')).toContain('earlier');
  });

  test('runs nothing and fetches nothing: its policy names its one style', async () => {
    const { headers, body } = await page();
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(body).not.toContain('<script');
    expect(body).not.toContain('style=');
  });
});
