/**
 * Writes the rows of a ticket as a receiptline document (https://github.com/receiptline/receiptline). A printer and the preview get the same
 * document, so that the preview shows what prints. A row whose letters the printer does not have is in it as a picture.
 */
import { commands } from 'receiptline';
import type { Row, Size, TextRow } from './row';
import type { DrawRow } from './text-picture';
import { wrapWords } from './typed-text';

/** The width of the paper in mm. */
export type Paper = 58 | 80;

/** The letters of a line, at 12 dots each: both widths of paper have 203 dots per inch and a margin. */
export const COLUMNS: Readonly<Record<Paper, number>> = { 58: 32, 80: 48 };
export const DOTS_PER_COLUMN = 12;

/** receiptline's name for the code pages 437, 852, 858, 866 and 1252, between which it switches letter by letter. */
export const ENCODING = 'multilingual';

/** The mark of receiptline for each size, and its width. */
const SIZES: Readonly<Record<Size, { mark: string; width: number }>> = {
  normal: { mark: '', width: 1 },
  tall: { mark: '^^', width: 1 },
  large: { mark: '^^^', width: 2 },
  huge: { mark: '^^^^^', width: 4 },
};

/** In a picture, a paragraph longer than this is several. A picture is at most 32,767 dots high. */
const LETTERS_OF_A_PICTURE = 400;

/** Removes isolates, and replaces each kind of space by the usual one: printers do not have the narrow space of a French price. */
const plain = (text: string): string => text.replace(/[\u2066-\u2069]/g, '').replace(/\s/g, ' ');

/**
 * Escapes a text for receiptline, so that no letter of it is a command.
 * @example
 * escapeText('50 % | {x}'); // '50 % \\x7c \\x7bx\\x7d'
 */
export const escapeText = (text: string): string =>
  text.replace(/[\\|{}~_"`^=-]/g, (letter) => `\\x${letter.charCodeAt(0).toString(16)}`);

const held = new Map<string, boolean>();

/** True if the code pages of a printer have the letter. receiptline writes a question mark for any other. */
function isHeld(letter: string): boolean {
  let known = held.get(letter);
  if (known === undefined) {
    known = letter === '?' || (letter !== '\uFFFD' && commands.escpos.text(letter, ENCODING) !== '?');
    held.set(letter, known);
  }
  return known;
}

/** True if the printer has each letter of the text. */
export const isPrintable = (text: string): boolean =>
  Array.from(text).every((letter) => letter.length === 1 && isHeld(letter));

export interface Page {
  paper: Paper;
  /** The direction of the ticket's language. */
  direction: 'ltr' | 'rtl';
}

/**
 * @param draw draws a row as a PNG, in base64, as wide as the paper
 * @returns the document of a ticket
 */
export async function writeDocument(rows: readonly Row[], page: Page, draw: DrawRow): Promise<string> {
  const lines: string[] = [];
  for (const row of rows) {
    if (row.kind === 'rule') lines.push('-');
    else if (row.kind === 'blank') lines.push('');
    else lines.push(...(await writeRow(row, page, draw)));
  }
  return lines.join('\n');
}

async function writeRow(row: TextRow, page: Page, draw: DrawRow): Promise<string[]> {
  const text = plain(row.text);
  const end = row.end && plain(row.end);
  // A printer writes from left to right, and '7UP × 3' of a right-to-left ticket would be '3 × 7UP'.
  const isTurned = page.direction === 'rtl' && /[\u2066-\u2069]/.test(row.text);
  if (!isTurned && isPrintable(text + (end ?? ''))) return textLines({ ...row, text, end }, page);
  const width = COLUMNS[page.paper] * DOTS_PER_COLUMN;
  const parts = wrapWords(row.text, LETTERS_OF_A_PICTURE).map((part, index) =>
    index === 0 ? { ...row, text: part } : { ...row, text: part, end: undefined },
  );
  const pictures: string[] = [];
  try {
    for (const part of parts) pictures.push(`{image:${await draw(part, width, page.direction)}}`);
    return pictures;
  } catch {
    // An order is printed also where no picture can be drawn.
    const shown = (from: string) => Array.from(from, (letter) => (isPrintable(letter) ? letter : '■')).join('');
    return textLines({ ...row, text: shown(text), end: end && shown(end) }, page);
  }
}

/** Writes a row as lines of letters that the printer has. */
function textLines(
  { text, end = '', size, isBold, isInverted, indent = 0 }: TextRow,
  { paper, direction }: Page,
): string[] {
  const { mark, width } = SIZES[size];
  // An inverted row is a bar over the whole width, with a letter of black at each side.
  const margin = isInverted ? 1 : 0;
  const columns = Math.floor(COLUMNS[paper] / width);
  const free = columns - indent - 2 * margin;
  const lines = wrapWords(text, free).map((start) => ({ start, end: '' }));
  const last = lines.at(-1);
  if (end !== '' && last && last.start.length + 1 + end.length <= free) last.end = end;
  else lines.push(...wrapWords(end, free).map((part) => ({ start: '', end: part })));
  return lines.map((line) => {
    const isFilled = isInverted || line.end !== '';
    const gap = '~'.repeat(isFilled ? free - line.start.length - line.end.length : 0);
    const lead = '~'.repeat(indent + margin);
    const trail = '~'.repeat(margin);
    const [first, second] = direction === 'rtl' ? [line.end, line.start] : [line.start, line.end];
    const content = `${escapeText(first)}${gap}${escapeText(second)}`;
    const whole = direction === 'rtl' ? `${trail}${content}${lead}` : `${lead}${content}${trail}`;
    const bold = isBold ? '"' : '';
    const inverted = isInverted ? '`' : '';
    const decorated = `${mark}${bold}${inverted}${whole}${inverted}${bold}${mark}`;
    return direction === 'rtl' ? `${decorated}|` : `|${decorated}`;
  });
}
