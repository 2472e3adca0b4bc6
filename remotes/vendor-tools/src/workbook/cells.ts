/** What goes into a spreadsheet. The worker needs these types alone. */

/** Amounts are in major units. */
export type Cell = string | number;
export type Row = readonly Cell[];
