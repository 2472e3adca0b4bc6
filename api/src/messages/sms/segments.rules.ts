/**
 * Counts the segments of a text message, which are what it costs. A text in the alphabet of GSM 7 has 160 characters in one segment, any other
 * text 70 (3GPP TS 23.038, 6.2.1; a longer one loses the header of each part: 153 and 67).
 */

const GSM_7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** They take two places. */
const GSM_7_EXTENDED = new Set('\f^{}\\[~]|€');

/** The characters of one segment, and of each part of a longer text. */
const GSM_7_SIZE = { one: 160, part: 153 };
const UCS_2_SIZE = { one: 70, part: 67 };

/**
 * @example
 * isGsm7('La commande A-12 vous attend.'); // true
 * isGsm7('prête'); // false
 */
export const isGsm7 = (text: string): boolean =>
  [...text].every((character) => GSM_7.has(character) || GSM_7_EXTENDED.has(character));

/**
 * @example
 * segmentsOf('a'.repeat(161)); // 2
 */
export function segmentsOf(text: string): number {
  const isGsm = isGsm7(text);
  const sizes = [...text].map((character) => (isGsm ? (GSM_7_EXTENDED.has(character) ? 2 : 1) : character.length));
  const { one, part } = isGsm ? GSM_7_SIZE : UCS_2_SIZE;
  if (sizes.reduce((sum, size) => sum + size, 0) <= one) return 1;
  // A character of two places is never divided.
  let segments = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > part) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return segments;
}

/** Marks that are no letters, in the form that GSM 7 has. */
const PLAIN: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
};

/**
 * Writes the letters that GSM 7 lacks without their accents.
 * @example
 * plainName('Crêperie L’Étoile'); // "Creperie L'Étoile"
 */
export const plainName = (name: string): string =>
  [...name]
    .map((character) => {
      if (isGsm7(character)) return character;
      return PLAIN[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '');
    })
    .join('');

/**
 * Writes a text with a name so that it is one segment: the name loses its accents if the text then fits the alphabet of GSM 7, and its end if it is
 * too long.
 * @param write writes the text with a name in it
 */
export function inOneSegment(name: string, write: (name: string) => string): string {
  const plain = plainName(name.normalize('NFC'));
  const written = isGsm7(write(plain)) ? plain : name;
  const graphemes = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(written)];
  for (let length = graphemes.length; length > 0; length -= 1) {
    const start = graphemes.slice(0, length).map(({ segment }) => segment);
    const text = write(length === graphemes.length ? written : `${start.join('').trimEnd()}.`);
    if (segmentsOf(text) === 1) return text;
  }
  return write('');
}
