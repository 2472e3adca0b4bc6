/** Reads bytes that have to be UTF-8. Decoders usually replace other bytes with U+FFFD, which then goes live unnoticed. */

export type Utf8 = { text: string } | { problem: string; line: number | null };

const decoded = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Returns the text without the byte order mark. `line` is the first line that is not UTF-8, counted from 1; null if the whole
 * text has another encoding.
 */
export function readUtf8(bytes: Uint8Array): Utf8 {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { problem: 'is UTF-16: save it as UTF-8', line: null };
  }
  const text = decoded(bytes);
  if (text !== null) return { text };
  return { problem: 'is not UTF-8: save it as UTF-8', line: firstBadLine(bytes) };
}

/** No byte of a longer character is a line feed. */
function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(0x0a, start);
    if (end < 0 || decoded(bytes.subarray(start, end)) === null) return line;
    start = end + 1;
  }
}
