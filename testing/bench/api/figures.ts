// Figures beside their limits. A bench judges nothing: it prints on which side of its limit a figure is.
import { quantile } from '../support/site';

export const medianOf = (values: readonly number[]): number => quantile(values, 0.5);

export interface Figure {
  name: string;
  value: number;
  unit: string;
  atMost?: number;
  atLeast?: number;
  /** In brackets behind it. */
  note?: string;
}

const digits = (value: number): string => value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);

export function lineOfFigure({ name, value, unit, atMost, atLeast, note }: Figure): string {
  const isOver = (atMost !== undefined && value > atMost) || (atLeast !== undefined && value < atLeast);
  const limit = atMost !== undefined ? `≤ ${digits(atMost)}` : atLeast !== undefined ? `≥ ${digits(atLeast)}` : '';
  const verdict = limit === '' ? '' : isOver ? 'MISSED' : 'ok';
  const shown = `${digits(value)}${unit === '' ? '' : ` ${unit}`}`;
  return `  ${name.padEnd(58)} ${shown.padStart(12)}  ${limit.padEnd(9)} ${verdict.padEnd(6)}${note ? ` (${note})` : ''}`.trimEnd();
}
