/** The number of letters to change, add or drop to turn one word into the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const swap = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? to.length;
}

/**
 * The `count` names nearest to `wanted`, best first. A name that shares a whole word ('ramen-bowl' and 'steaming-bowl') counts as near,
 * because writers of a document guess a noun wrong more often than they mistype it.
 */
export function closestNames(wanted: string, names: readonly string[], count: number): string[] {
  const words = new Set(wanted.split('-'));
  const score = (name: string) => {
    const shared = name.split('-').filter((word) => words.has(word)).length;
    return distance(wanted, name) - 4 * shared;
  };
  return names
    .map((name) => ({ name, score: score(name) }))
    .sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

/** The name that was probably meant: it begins with `wanted`, has the same letters, or differs in at most a third of its letters. */
export function nearestName(wanted: string, names: readonly string[]): string | null {
  if (wanted.length < 3 || wanted.length > 60) return null;
  const typed = wanted.toLowerCase();
  const letters = (text: string) => [...text].sort().join('');
  const changes = (name: string) =>
    name.startsWith(typed) || letters(name) === letters(typed) ? 0 : distance(typed, name);
  const near = names
    .map((name) => ({ name, changes: changes(name.toLowerCase()) }))
    .filter(({ name, changes }) => changes <= Math.floor(Math.max(name.length, typed.length) / 3))
    .sort((a, b) => a.changes - b.changes)[0];
  return near?.name ?? null;
}
