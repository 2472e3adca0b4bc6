/**
 * Journeys that walk a matrix: `npm test` runs a sixth of each, and the commit chooses which. `npm run test:screens` runs the
 * whole, and so does `npm run e2e`.
 */
const PARTS = 6;

/** @param commit its hash @returns which part, from 0 */
export const partOf = (commit: string, parts = PARTS): number => Number.parseInt(commit.slice(0, 8), 16) % parts;

/** Environment of journeys that run one part. */
export const sampleOf = (part: number): Record<string, string> => ({ E2E_SAMPLE: String(part) });

/** @param index of a row of the matrix @returns whether this run has it */
export function isInSample(index: number, part = process.env.E2E_SAMPLE): boolean {
  return part === undefined || index % PARTS === Number(part);
}

/** The rows that this run has. */
export const sampled = <Row>(rows: readonly Row[]): Row[] => rows.filter((_row, index) => isInSample(index));
