/** Defines the contents of a spreadsheet. These types are all that the worker needs. */

/** An amount in major units, shown with the decimals of its currency. */
export interface AmountCell {
  amount: number;
  decimals: number;
}

/** A day 'YYYY-MM-DD' with an optional time 'HH:MM'. A spreadsheet can compute with it. */
export interface DateCell {
  day: string;
  time?: string;
}

/** One cell. A number is written unchanged. */
export type Cell = string | number | AmountCell | DateCell;
export type Row = readonly Cell[];
