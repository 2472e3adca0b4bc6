/** The names of tables: what an operator types to add some, and the zones in which they are listed. */

/** The most tables that one range adds. */
export const MOST_OF_A_RANGE = 200;

/**
 * Reads a name ('Terrace 3') or a range ('1-20', 'Terrace 1–20').
 * @returns null for an empty text, a range that runs backwards, and one that is too long
 */
export function tableNames(typed: string): string[] | null {
  const name = typed.trim().replace(/\s+/g, ' ');
  const [, zone = '', from, until] = /^(.*?)(\d{1,4}) ?[-–—] ?(\d{1,4})$/.exec(name) ?? [];
  if (from === undefined || until === undefined) return name === '' ? null : [name];
  const count = Number(until) - Number(from) + 1;
  if (count < 1 || count > MOST_OF_A_RANGE) return null;
  return Array.from({ length: count }, (_, index) => `${zone}${Number(from) + index}`);
}

export interface Zone<Table> {
  /** The words before the number, such as 'Terrace'; '' for tables that are only a number. */
  name: string;
  tables: Table[];
}

/** Groups tables by the words before their number, in the order in which the zones appear. */
export function zonesOf<Table extends { name: string }>(tables: readonly Table[]): Zone<Table>[] {
  const zones = new Map<string, Table[]>();
  for (const table of tables) {
    const name = table.name.replace(/\s*\d+$/, '');
    zones.set(name, [...(zones.get(name) ?? []), table]);
  }
  return [...zones].map(([name, ofZone]) => ({ name, tables: ofZone }));
}
