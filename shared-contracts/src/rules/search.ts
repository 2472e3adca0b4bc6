/** Search by text: every word must occur, in any order; case and accents do not count. */

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** A test for things by their texts. An empty search matches everything. */
export function matcher(search: string): (...texts: readonly string[]) => boolean {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return (...texts) => {
    if (words.length === 0) return true;
    const folded = fold(texts.join(' '));
    return words.every((word) => folded.includes(word));
  };
}
