import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { foodhall, SITE } from '../testing/run-command';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'foodhall-document-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs a command as if typed in the folder of the document. */
const inFolder = (args: string, options: Parameters<typeof foodhall>[1] = {}) =>
  foodhall(args, { ...options, environment: { INIT_CWD: folder } });
const write = (name: string, content: string) => writeFile(path.join(folder, name), content);

const imported = {
  id: 3,
  slug: 'granary',
  name: 'Granary',
  is_new: false,
  changes: [{ kind: 'added', what: 'item', vendor_id: 7, sentence: 'Kumo, Bowls: the item shio is added for $9.00.' }],
  kept_vendors: [{ slug: 'bao', name: 'Bao' }],
  warnings: ['hall.json:4:9 vendors[0].price: 1650 is unusually high'],
  missing_settings: ['STRIPE_SECRET'],
  closed_until_set: [],
};
const answering = (data: object) => ({ 'POST /venue-documents': { body: { data } } });

describe('venue import', () => {
  test('sends the document, and prints the changed and unchanged parts', async () => {
    await write('hall.json', '{"slug": "granary"}');
    const { printed, requests, code } = await inFolder('venue import hall.json', { responses: answering(imported) });
    expect(requests.map(({ body }) => body)).toEqual([
      { name: 'hall.json', text: '{"slug": "granary"}', pictures: {}, dry_run: false },
    ]);
    expect(printed).toEqual([
      'Kumo, Bowls: the item shio is added for $9.00.',
      'Not in the document, and as before: Bao (granary/bao).',
      'Warning: hall.json:4:9 vendors[0].price: 1650 is unusually high',
      'Granary (granary) is changed.',
      'The server has no setting STRIPE_SECRET yet: payments of the venue need it.',
    ]);
    expect(code).toBe(0);
  });

  test.each<[string, BufferEncoding, string]>([
    ['Latin 1', 'latin1', 'hall.json:2 is not UTF-8: save it as UTF-8.'],
    ['UTF-16', 'utf16le', 'hall.json is UTF-16: save it as UTF-8.'],
  ])('sends nothing for a file in %s, and says how to save it', async (_what, encoding, sentence) => {
    await writeFile(
      path.join(folder, 'hall.json'),
      '\ufeff{\n"name": "Café"}'.replace(encoding === 'latin1' ? '\ufeff' : '', ''),
      encoding,
    );
    const { errors, requests, code } = await inFolder('venue import hall.json', { responses: {} });
    expect(errors.join('\n')).toContain(sentence);
    expect(requests).toEqual([]);
    expect(code).toBe(1);
  });

  test('says so if it changes nothing', async () => {
    await write('hall.json', '{}');
    const same = { ...imported, changes: [], kept_vendors: [], warnings: [], missing_settings: [] };
    const { printed } = await inFolder('venue import hall.json', { responses: answering(same) });
    expect(printed).toEqual(['Granary (granary) is as the document has it: nothing changes.']);
  });

  test('first sends each picture once, as bytes, also in a dry run', async () => {
    const picture = { file: 'hall.jpg' };
    await write('hall.json', JSON.stringify({ picture, vendors: [{ picture }, { picture: { file: 'gone.jpg' } }] }));
    await write('hall.jpg', 'bytes');
    const { requests, printed } = await inFolder('venue import hall.json --dry-run', {
      responses: {
        'POST /pictures?file=hall.jpg&dry_run=true': { body: { data: { address: '/media/a.500.webp' } } },
        ...answering(imported),
      },
    });
    expect(requests.map(({ url, body }) => [url.replace(`${SITE}/api/v1`, ''), body])).toEqual([
      ['/pictures?file=hall.jpg&dry_run=true', 5],
      [
        '/venue-documents',
        expect.objectContaining({
          pictures: {
            'hall.jpg': { address: '/media/a.500.webp' },
            'gone.jpg': { problem: 'is not beside the document' },
          },
          dry_run: true,
        }),
      ],
    ]);
    expect(printed.at(-3)).toBe('Granary (granary) would be changed.');
  });

  test('prints the problems of the document as lines, including those of a picture', async () => {
    await write('hall.json', JSON.stringify({ picture: { file: 'hall.jpg' } }));
    await write('hall.jpg', 'text');
    const problems = ['hall.json:1:2 slug: is missing', 'hall.json:1:12 picture: names hall.jpg, which is no picture'];
    const { errors, requests, code } = await inFolder('venue import hall.json', {
      responses: {
        'POST /pictures?file=hall.jpg&dry_run=false': {
          status: 422,
          body: { message: 'is no picture', errors: { picture: ['is no picture'] } },
        },
        'POST /venue-documents': { status: 422, body: { message: problems[0], errors: { document: problems } } },
      },
    });
    expect(requests[1]?.body).toMatchObject({ pictures: { 'hall.jpg': { problem: 'is no picture' } } });
    expect(errors).toEqual(problems);
    expect(code).toBe(1);
  });

  test('sends nothing if the file is missing', async () => {
    const { errors, requests, code } = await inFolder('venue import none.json');
    expect([errors, requests, code]).toEqual([['none.json cannot be read.'], [], 1]);
  });
});

describe('venue check', () => {
  const checked = {
    problems: [],
    warnings: ['hall.json:4:9 price: 1650 is unusually high'],
    venue: { slug: 'granary', name: 'Granary', vendors: 2, items: 12 },
  };

  test('needs no site, and prints its findings', async () => {
    const { printed, requests, code } = await inFolder('venue check hall.json', { checked });
    expect(printed).toEqual([
      'Warning: hall.json:4:9 price: 1650 is unusually high',
      'hall.json is right: Granary with 2 vendors and 12 items.',
    ]);
    expect([requests, code]).toEqual([[], 0]);
    const json = await inFolder('venue check hall.json --json', { checked });
    expect(JSON.parse(json.printed.join('\n'))).toEqual(checked);
  });

  test('prints each problem of a wrong document and fails', async () => {
    const problems = ['hall.json:1:2 slug: is missing', 'hall.json:1:2 name: is missing'];
    const { errors, code } = await inFolder('venue check hall.json', {
      checked: { problems, warnings: [], venue: null },
    });
    expect([errors, code]).toEqual([problems, 1]);
  });
});

describe('venue export', () => {
  const responses = {
    'GET /operated-venues': {
      body: { data: [{ id: 3, slug: 'granary', name: 'Granary', state: 'open', vendors: [] }] },
    },
    'GET /venues/3/document': {
      body: {
        data: { slug: 'granary', name: 'Granary', text: '{"slug": "granary"}\n', pictures: ['/media/a.500.webp'] },
      },
    },
    [`GET ${SITE}/media/a.500.webp`]: { body: 'picture' },
  };

  test('writes the document, and its pictures beside it', async () => {
    const { printed } = await inFolder('venue export granary hall.json', { responses });
    expect(printed).toEqual(['Granary is written to hall.json with 1 picture beside it.']);
    expect((await readdir(folder)).sort()).toEqual(['a.500.webp', 'hall.json']);
    expect(await readFile(path.join(folder, 'hall.json'), 'utf8')).toBe('{"slug": "granary"}\n');
    expect(await readFile(path.join(folder, 'a.500.webp'), 'utf8')).toBe('picture');
  });

  test('does not overwrite an existing document', async () => {
    await write('hall.json', 'mine');
    const { errors, code } = await inFolder('venue export granary hall.json', { responses });
    expect([errors, code]).toEqual([['hall.json is there already. Name another file.'], 1]);
    expect(await readFile(path.join(folder, 'hall.json'), 'utf8')).toBe('mine');
  });

  test('writes nothing if the site does not send a picture', async () => {
    const data = { slug: 'granary', name: 'Granary', text: '{}\n', pictures: ['/media/a.500.webp', '/media/b.svg'] };
    const { errors, code } = await inFolder('venue export granary hall.json', {
      responses: { ...responses, 'GET /venues/3/document': { body: { data } } },
    });
    expect([errors, code]).toEqual([[`${SITE} did not send the picture /media/b.svg.`], 1]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('prints the document without a file, if it has no pictures', async () => {
    const { errors } = await inFolder('venue export granary', { responses });
    expect(errors[0]).toContain('name its file');
    const data = { slug: 'granary', name: 'Granary', text: '{}\n', pictures: [] };
    const { printed } = await inFolder('venue export granary', {
      responses: { ...responses, 'GET /venues/3/document': { body: { data } } },
    });
    expect(printed).toEqual(['{}']);
  });
});
