/** Changes a list of rows in a form. Pure. */

interface Row {
  key: string;
}

export const replaced = <T extends Row>(rows: readonly T[], row: T): T[] =>
  rows.map((each) => (each.key === row.key ? row : each));

export const without = <T extends Row>(rows: readonly T[], key: string): T[] => rows.filter((each) => each.key !== key);

/** @param copy is inserted after the row with the key */
export const withCopy = <T extends Row>(rows: readonly T[], key: string, copy: T): T[] =>
  rows.flatMap((each) => (each.key === key ? [each, copy] : [each]));

/** Moves a row one position up or down; at an end of the list the rows stay. */
export function stepped<T extends Row>(rows: readonly T[], key: string, direction: 'up' | 'down'): T[] {
  const index = rows.findIndex((each) => each.key === key);
  const other = direction === 'up' ? index - 1 : index + 1;
  const [row, neighbour] = [rows[index], rows[other]];
  if (!row || !neighbour) return [...rows];
  return rows.map((each) => (each === row ? neighbour : each === neighbour ? row : each));
}
