// Prints the table of a bench, with the limit of each figure, or the figure to compare it with. A bench never fails because of a figure.
import { quantile } from './site';

export const medianOf = (values: readonly number[]): number => quantile(values, 0.5);

export interface Figure {
  name: string;
  value: number;
  unit: string;
  atMost?: number;
  atLeast?: number;
  /** The figure to compare it with, if it has no limit. */
  beside?: number;
  note?: string;
}

const digits = (value: number): string => value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function limitOf({ atMost, atLeast, beside }: Figure): string {
  if (atMost !== undefined) return `≤ ${digits(atMost)}`;
  if (atLeast !== undefined) return `≥ ${digits(atLeast)}`;
  return beside === undefined ? '' : digits(beside);
}

function rowOf(figure: Figure): string {
  const { name, value, unit, note = '' } = figure;
  const base = figure.atMost ?? figure.atLeast ?? figure.beside;
  const ratio = base === undefined ? '' : (value / base).toFixed(2);
  return line([name, `${digits(value)} ${unit}`.trim(), limitOf(figure), ratio, note]);
}

/** Prints a table of figures, each with its ratio to the limit or to the figure beside it. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  const header = line([title, 'figure', 'limit, or beside', 'ratio', '']);
  console.log([header, '| --- | --: | --: | --: | --- |', ...figures.map(rowOf), ''].join('\n'));
}
