import { isInSample, partOf, sampleOf } from './sample';

const ROWS = Array.from({ length: 20 }, (_none, index) => index);
const PARTS = ROWS.slice(0, 6).map((part) => ROWS.filter((row) => isInSample(row, sampleOf(part).E2E_SAMPLE)));

it('six commits, one of each part, run every row once', () => {
  expect(PARTS.flat().sort((a, b) => a - b)).toEqual(ROWS);
});

it('every part has as many rows as another, or one more', () => {
  expect(PARTS.map(({ length }) => length)).toEqual([4, 4, 3, 3, 3, 3]);
});

it('without a sample every row is run', () => {
  expect(ROWS.filter((row) => isInSample(row, undefined))).toEqual(ROWS);
});

it.each([
  ['3fdb8b8a5cf2bd4f9b6f2c3f2a9e1f4a6d1c0b7e', 0x3fdb8b8a % 6],
  ['0000000100000000000000000000000000000000', 1],
])('the commit %s chooses a part', (commit, part) => {
  expect(partOf(commit)).toBe(part);
});
