/** Changes of a list of rows that are typed. Pure. */

interface Row {
  key: string;
}

export const replaced = <T extends Row>(rows: readonly T[], row: T): T[] =>
  rows.map((each) => (each.key === row.key ? row : each));

export const without = <T extends Row>(rows: readonly T[], key: string): T[] => rows.filter((each) => each.key !== key);

/** @param copy comes behind the row with the key */
export const withCopy = <T extends Row>(rows: readonly T[], key: string, copy: T): T[] =>
  rows.flatMap((each) => (each.key === key ? [each, copy] : [each]));

/** One place up or down; the same at an end of the list. */
export function stepped<T extends Row>(rows: readonly T[], key: string, direction: 'up' | 'down'): T[] {
  const index = rows.findIndex((each) => each.key === key);
  const other = direction === 'up' ? index - 1 : index + 1;
  const [row, neighbour] = [rows[index], rows[other]];
  if (!row || !neighbour) return [...rows];
  return rows.map((each) => (each === row ? neighbour : each === neighbour ? row : each));
}
