/** Search by text: every word must occur, in any order; case and accents do not count. */

/** Texts as a search looks at them: one, without case and accents. For lists that are searched as one types, once a thing. */
export function foldText(...texts: readonly string[]): string {
  return texts.join(' ').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A test for texts that foldText has folded. An empty search matches everything. */
export function foldedMatcher(search: string): (folded: string) => boolean {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  return (folded) => words.every((word) => folded.includes(word));
}

/** A test for things by their texts. An empty search matches everything. */
export function matcher(search: string): (...texts: readonly string[]) => boolean {
  const matches = foldedMatcher(search);
  return (...texts) => matches(foldText(...texts));
}
