/** The output of a command. */

export interface CommandOutput {
  /** The output with --json. */
  data: unknown;
  /** The output without --json. */
  lines: readonly string[];
}

/**
 * Formats rows as columns that are as wide as their widest cell.
 * @returns a line for the headings and one for each row
 */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
