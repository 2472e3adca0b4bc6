import { readEscPos, readStar } from 'print-stand-ins';
import sharp from 'sharp';
import { documentOf, previewOf, printerBytes } from './render-ticket';
import { drawRow } from './text-picture';
import { dayEndRows, kitchenRows, slipRows } from './ticket.rules';
import { DAY_END, inLanguage, SLIP, speakLanguages, TICKET } from './ticket.testing';

beforeAll(speakLanguages);

const ESC_POS = { command: 'escpos', polls: false } as const;
const [line] = TICKET.lines;
const rowsWith = (item: string) => kitchenRows({ ...TICKET, lines: line ? [{ ...line, item }] : [] });

test('a ticket is bytes for a printer and a picture for the preview, with the same words', async () => {
  const document = await documentOf(rowsWith('Crêpe œuf'), { paper: 80, direction: 'ltr' });
  const paper = [
    'K-101',
    'Table 12',
    'Promised 12:20',
    'Placed 12:05',
    'Thandi M.',
    '─'.repeat(48),
    '2 × Crêpe œuf',
    '  Large',
    '  Soy-cured egg',
    '─'.repeat(48),
    `2 items${' '.repeat(30)}30 Nov 2026`,
    'Kumo Ramen',
    '[cut]',
  ];
  expect(readEscPos(printerBytes(document, ESC_POS))).toEqual(paper);
  expect(readStar(printerBytes(document, { command: 'starprnt', polls: true }))).toEqual(paper);
  expect(readStar(printerBytes(document, { command: 'starline', polls: true }))).toEqual(paper);
  const svg = previewOf(document)
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#xa0;', ' ');
  for (const line of paper.filter((each) => !/[─[]/.test(each))) expect(svg).toContain(line.trim().split('  ')[0]);
});

test('the preview loads nothing from another site', async () => {
  const svg = previewOf(await documentOf(rowsWith('<script>&'), { paper: 58, direction: 'ltr' }));
  expect(svg).not.toMatch(/<script|url\("?http|@import|href="http/);
});

test.each(['شاورما دجاج', '红烧牛肉面', 'Chilli 🌶️'])('%s is a picture in both, and no question mark', async (item) => {
  const document = await documentOf(rowsWith(item), { paper: 80, direction: 'ltr' });
  const paper = readEscPos(printerBytes(document, ESC_POS));
  expect(paper.join('')).not.toContain('?');
  expect(paper).toContainEqual(expect.stringMatching(/^\[picture 576 × \d+\]$/));
  expect(previewOf(document)).toContain('<image href="data:image/png;base64,');
});

test('a printer that polls is not told to stop its own status', async () => {
  const document = await documentOf(rowsWith('Gyoza'), { paper: 80, direction: 'ltr' });
  for (const [command, reset] of [
    ['escpos', '\x1b@\x1da\x00'],
    ['starprnt', '\x1b@\x1b\x1ea\x00'],
    ['starline', '\x1b@\x1b\x1ea\x00'],
  ] as const) {
    const whole = printerBytes(document, { command, polls: false }).toString('latin1');
    expect(whole.startsWith(reset)).toBe(true);
    expect(reset + printerBytes(document, { command, polls: true }).toString('latin1')).toBe(whole);
  }
});

test.each(['en', 'fr', 'es', 'ar'])('each kind of ticket fits both papers in %s', async (language) => {
  const kinds = inLanguage(language, () => [kitchenRows(TICKET), slipRows(SLIP), dayEndRows(DAY_END)]);
  for (const rows of kinds) {
    for (const paper of [58, 80] as const) {
      const document = await documentOf(rows, { paper, direction: language === 'ar' ? 'rtl' : 'ltr' });
      expect(readEscPos(printerBytes(document, ESC_POS)).join('')).not.toContain('?');
      expect(printerBytes(document, ESC_POS).length).toBeLessThan(200_000);
    }
  }
});

describe('the picture of a row', () => {
  /** The columns with black, as parts of the width. */
  async function inkOf(base64: string): Promise<{ left: number; right: number; share: number }> {
    const { data, info } = await sharp(Buffer.from(base64, 'base64')).raw().toBuffer({ resolveWithObject: true });
    expect(new Set(data)).toEqual(new Set([0, 255]));
    const black = [...data.keys()].filter((index) => data[index] === 0);
    const columns = black.map((index) => (Math.floor(index / info.channels) % info.width) / info.width);
    return {
      left: columns.reduce((a, b) => Math.min(a, b)),
      right: columns.reduce((a, b) => Math.max(a, b)),
      share: black.length / data.length,
    };
  }

  const row = { kind: 'text', size: 'large' } as const;

  test('has its text at the right in a right-to-left ticket, at the left in another', async () => {
    const rtl = await inkOf(await drawRow({ ...row, text: '2 × شاي' }, 576, 'rtl'));
    const ltr = await inkOf(await drawRow({ ...row, text: '2 × شاي' }, 576, 'ltr'));
    expect(rtl.left).toBeGreaterThan(0.5);
    expect(rtl.right).toBeGreaterThan(0.97);
    expect(ltr.left).toBeLessThan(0.03);
    expect(ltr.right).toBeLessThan(0.5);
  });

  test('has a note at the side of its own language', async () => {
    expect((await inkOf(await drawRow({ ...row, text: 'شاي', direction: 'text' }, 576, 'ltr'))).left).toBeGreaterThan(
      0.5,
    );
  });

  test('has a price at the other end', async () => {
    const { left, right } = await inkOf(await drawRow({ ...row, text: 'شاي', end: '$9' }, 576, 'rtl'));
    expect(left).toBeLessThan(0.03);
    expect(right).toBeGreaterThan(0.97);
  });

  test('is white on black where it is inverted', async () => {
    expect((await inkOf(await drawRow({ ...row, text: '花生', isInverted: true }, 576, 'ltr'))).share).toBeGreaterThan(
      0.7,
    );
  });

  test('is as wide as the paper', async () => {
    const png = Buffer.from(await drawRow({ ...row, text: '面' }, 384, 'ltr'), 'base64');
    expect((await sharp(png).metadata()).width).toBe(384);
  });
});
