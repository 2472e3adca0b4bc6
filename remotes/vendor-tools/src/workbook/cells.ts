/** What goes into a spreadsheet. The worker needs these types alone. */

/** Major units, shown with the decimals of the currency. */
export interface AmountCell {
  amount: number;
  decimals: number;
}

/** A day 'YYYY-MM-DD', and a time of it 'HH:MM', which a spreadsheet counts with. */
export interface DateCell {
  day: string;
  time?: string;
}

/** A number is written as it is. */
export type Cell = string | number | AmountCell | DateCell;
export type Row = readonly Cell[];
