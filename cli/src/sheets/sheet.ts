/**
 * Draws sheets of table cards to cut out. Each card has a table's name and the code of its address. Lengths are in millimetres, and a sheet
 * must be printed at its own size.
 */
import { encodeQR } from 'qr';

/** The width and height of each paper. */
export const PAPERS = { a4: [210, 297], letter: [215.9, 279.4] } as const;
export type Paper = keyof typeof PAPERS;

export interface TableCard {
  name: string;
  /** The whole address of the table. */
  url: string;
}

export interface SheetOptions {
  paper: Paper;
  venue: string;
  /** The brand's name, printed where there is no logo. */
  brand: string;
  /** A data URL with the picture's own bytes ('data:…'), so that the file needs no network. */
  logo: string | null;
}

const CARD = { width: 90, height: 120 };
const COLUMNS = 2;
const ROWS = 2;
const MARK = 5;
/** The gap between a mark and its corner, so that no card shows ink of the mark after a slightly wrong cut. */
const MARK_GAP = 2;
const CODE = 54;
/** The width of text between the edges of a card. */
const TEXT_WIDTH = CARD.width - 12;

/** @returns the sheets, each an SVG of one page */
export function sheetsOf(tables: readonly TableCard[], options: SheetOptions): string[] {
  const perSheet = COLUMNS * ROWS;
  const count = Math.ceil(tables.length / perSheet);
  return Array.from({ length: count }, (_, page) =>
    sheetOf(tables.slice(page * perSheet, (page + 1) * perSheet), options, `${page + 1} of ${count}`),
  );
}

function sheetOf(tables: readonly TableCard[], options: SheetOptions, number: string): string {
  const [width, height] = PAPERS[options.paper];
  const left = (width - COLUMNS * CARD.width) / 2;
  const top = (height - ROWS * CARD.height) / 2;
  const cards = tables.map((table, index) => {
    const x = left + (index % COLUMNS) * CARD.width;
    const y = top + Math.floor(index / COLUMNS) * CARD.height;
    return `<g transform="translate(${length(x)} ${length(y)})">${cardOf(table, options)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}"`,
    ` font-family="Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif" text-anchor="middle" fill="#000">`,
    `<title>${escapeXml(`Tables of ${options.venue}, sheet ${number}`)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<path d="${cutMarks(left, top)}" stroke="#000" stroke-width="0.2" fill="none"/>`,
    ...cards,
    '</svg>\n',
  ].join('');
}

/** Draws marks at the ends of each line to cut along, outside of all cards. */
function cutMarks(left: number, top: number): string {
  const right = left + COLUMNS * CARD.width;
  const bottom = top + ROWS * CARD.height;
  const marks: string[] = [];
  for (let column = 0; column <= COLUMNS; column += 1) {
    const x = length(left + column * CARD.width);
    marks.push(`M${x} ${length(top - MARK_GAP - MARK)}v${MARK}`, `M${x} ${length(bottom + MARK_GAP)}v${MARK}`);
  }
  for (let row = 0; row <= ROWS; row += 1) {
    const y = length(top + row * CARD.height);
    marks.push(`M${length(left - MARK_GAP - MARK)} ${y}h${MARK}`, `M${length(right + MARK_GAP)} ${y}h${MARK}`);
  }
  return marks.join('');
}

function cardOf({ name, url }: TableCard, { venue, brand, logo }: SheetOptions): string {
  const middle = CARD.width / 2;
  const head = logo
    ? `<image x="${middle - 7}" y="5" width="14" height="14" href="${escapeXml(logo)}"/>`
    : textBlock(brand, { y: 12, size: 6, height: 12, weight: 700 });
  return [
    head,
    textBlock(venue, { y: 24.5, size: 4.6, height: 8, weight: 600 }),
    `<g transform="translate(${middle - CODE / 2} 29)">${codeOf(url)}</g>`,
    textBlock('Scan to order to this table', { y: 86.5, size: 3.6, height: 5, weight: 400 }),
    textBlock(name, { y: 98.5, size: 15, height: 19, weight: 800 }),
    // The address is printed for a phone whose camera cannot read the code.
    textBlock(url.replace(/^https?:\/\//, ''), { y: 113, size: 3, height: 5, weight: 400 }),
  ].join('');
}

/** Draws the code as one path, its quiet zone included. */
function codeOf(url: string): string {
  // A sticker gets scratched, so the code survives the loss of a quarter.
  const rows = encodeQR(url, 'raw', { ecc: 'quartile', border: 4 });
  const path = rows
    .flatMap((row, y) => runsOf(row).map(([from, to]) => `M${from} ${y}h${to - from}v1h${from - to}z`))
    .join('');
  return `<path transform="scale(${CODE / rows.length})" shape-rendering="crispEdges" d="${path}"/>`;
}

/** The beginning and end of each dark run in a row. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last?.[1] === x) last[1] = x + 1;
    else runs.push([x, x + 1]);
  }
  return runs;
}

interface TextBlock {
  /** The height of the block's middle on the card. */
  y: number;
  /** The size of the letters, where they fit. */
  size: number;
  /** The height of all lines together. */
  height: number;
  weight: number;
}

/** Sets the text in one line, or in two lines if its letters are larger then. */
function textBlock(text: string, { y, size, height, weight }: TextBlock): string {
  const options = [[text], inTwo(text)].map((lines) => ({
    lines,
    size: Math.min(size, height / lines.length / LINE, ...lines.map((line) => TEXT_WIDTH / widthOf(line))),
  }));
  const [one, two] = options as [(typeof options)[0], (typeof options)[0]];
  const best = two.size > one.size ? two : one;
  const step = best.size * LINE;
  const first = y - (step * (best.lines.length - 1)) / 2 + best.size * 0.35;
  return best.lines
    .map(
      (line, index) =>
        `<text x="${CARD.width / 2}" y="${length(first + index * step)}" font-size="${length(best.size)}" font-weight="${weight}">${escapeXml(line)}</text>`,
    )
    .join('');
}

const LINE = 1.15;

/** Splits the text at the space nearest to its middle. */
function inTwo(text: string): string[] {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const distance = (at: number) => Math.abs(at - text.length / 2);
  const [at] = spaces.sort((one, other) => distance(one) - distance(other));
  return at === undefined ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Estimates the width in sizes of the letters. The estimate errs on the wide side, since the printing machine chooses the font. */
const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + (letter < '\u0250' ? 0.68 : 1.1), 0);

const length = (millimetres: number): string => String(Math.round(millimetres * 1_000) / 1_000);

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
