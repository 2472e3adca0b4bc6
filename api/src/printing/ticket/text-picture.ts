/**
 * Draws a row of a ticket as a picture, for letters that printers do not have: Arabic, Chinese, emoji. Pango, which is part of sharp, shapes the
 * letters and orders right-to-left text.
 *
 * The fonts of Arabic, Chinese, Japanese and emoji are packages. Other scripts, such as Korean, Thai or Devanagari, need a font of the system
 * (docs/reference/printing.md); without one Pango draws a box with the number of the letter.
 */
import path from 'node:path';
import sharp from 'sharp';
import type { Size, TextRow } from './row';

/**
 * @param widthDots the width of the paper
 * @param direction the direction of the ticket's language
 * @returns a PNG in base64, as wide as the paper, in black and white
 */
export type DrawRow = (row: TextRow, widthDots: number, direction: 'ltr' | 'rtl') => Promise<string>;

/** The height of letters in dots. It fits the printer's own letters of the size beside it. */
const LETTER_DOTS: Readonly<Record<Size, number>> = { normal: 24, tall: 34, large: 42, huge: 80 };
const LINE_HEIGHT = 1.45;
const DOTS_OF_A_COLUMN = 12;
/** Black around an inverted text. */
const BAR_DOTS = 8;
const GAP_DOTS = 12;
/** Lines above this shade are white. */
const THRESHOLD = 128;

const fontFiles = [
  require.resolve('@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf'),
  require.resolve('@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf'),
  path.join(path.dirname(require.resolve('@embedpdf/fonts-sc')), '../fonts/NotoSansHans-Bold.otf'),
];

/** Two fonts in one line are not at the same height, so the first font of a row has its Latin letters and digits too. */
const ARABIC_FIRST = 'Noto Sans Arabic,Noto Emoji,Noto Sans S Chinese Bold';
const CHINESE_FIRST = 'Noto Sans S Chinese,Noto Emoji,Noto Sans Arabic Bold';
const CHINESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

let fonts: Promise<void> | undefined;

/** Pango keeps a font that was once used in the process, so each file is named once. */
async function loadFonts(): Promise<void> {
  for (const fontfile of fontFiles) await sharp({ text: { text: 'x', fontfile, dpi: 72 } }).toBuffer();
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

const MARKS = { ltr: '\u200E', rtl: '\u200F' };

export const drawRow: DrawRow = async (
  { text, end, size, isInverted, indent = 0, direction: own = 'ticket' },
  width,
  ofTicket,
) => {
  fonts ??= loadFonts();
  await fonts;
  const [firstLetter = ''] = text.match(/\p{L}/u) ?? [];
  const direction = own === 'text' ? (RIGHT_TO_LEFT.test(firstLetter) ? 'rtl' : 'ltr') : ofTicket;
  const margin = isInverted ? BAR_DOTS : 0;
  const font = `${CHINESE.test(text) ? CHINESE_FIRST : ARABIC_FIRST} ${LETTER_DOTS[size]}`;
  const drawn = (words: string, most: number) => drawText(`${MARKS[direction]}${words}`, font, LETTER_DOTS[size], most);
  const ending = end ? await drawn(end, Math.floor(width / 2)) : undefined;
  const start = indent * DOTS_OF_A_COLUMN + margin;
  const words = await drawn(text, width - start - margin - (ending ? ending.width + GAP_DOTS : 0));
  const height = Math.max(words.height, ending?.height ?? 0) + 2 * BAR_DOTS;
  const left = direction === 'ltr' ? start : width - start - words.width;
  const picture = sharp({ create: { width, height, channels: 3, background: 'white' } }).composite([
    { input: words.png, left, top: BAR_DOTS },
    ...(ending
      ? [{ input: ending.png, left: direction === 'ltr' ? width - margin - ending.width : margin, top: BAR_DOTS }]
      : []),
  ]);
  // A second pass, since sharp composes last.
  const flat = sharp(await picture.png().toBuffer())
    .removeAlpha()
    .threshold(THRESHOLD);
  const turned = isInverted ? flat.negate() : flat;
  const png = await turned.toColourspace('b-w').png({ compressionLevel: 9 }).toBuffer();
  return png.toString('base64');
};

async function drawText(words: string, font: string, dots: number, width: number) {
  // The text of sharp is Pango markup.
  const markup = words.replace(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? '');
  // Pango takes an absolute height in 1/1024 of a point, which is a dot at 72 dpi.
  const text = `<span line_height="${Math.round(dots * LINE_HEIGHT * 1024)}">${markup}</span>`;
  const { data, info } = await sharp({ text: { text, font, dpi: 72, width, wrap: 'word-char', rgba: true } })
    .flatten({ background: 'white' })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}
