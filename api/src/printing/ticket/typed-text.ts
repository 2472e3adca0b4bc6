/**
 * Cleans a text that a person typed for paper: names, notes, addresses.
 *
 * The text is normalized here, since receiptline normalizes its document: U+1FEF would become a backquote, which is a command. Control characters
 * and marks that turn the direction of the rest of a line are removed, line breaks become spaces.
 * @example
 * cleanText('No\u202E onions\n\nplease '); // 'No onions please'
 */
export function cleanText(typed: string): string {
  return typed
    .normalize()
    .replace(/\p{Cs}/gu, '')
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu, '')
    .trim();
}

/** True if the text has something to see. */
export const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

/**
 * Wraps a text at its spaces. A word that is longer than a line is cut; no letter is lost.
 * @param columns the letters of a line, at least 1
 * @example
 * wrapWords('No onions please', 10); // ['No onions', 'please']
 */
export function wrapWords(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (joined.length <= columns) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    const whole = Math.floor((word.length - 1) / columns);
    for (let index = 0; index < whole; index += 1) lines.push(word.slice(index * columns, (index + 1) * columns));
    line = word.slice(whole * columns);
  }
  return line === '' ? lines : [...lines, line];
}
