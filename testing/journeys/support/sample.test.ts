import { isInSample, partOf, sampleOf } from './sample';

const ROWS = Array.from({ length: 20 }, (_none, index) => index);
const THIRDS = ROWS.slice(0, 3).map((part) => ROWS.filter((row) => isInSample(row, sampleOf(part).E2E_SAMPLE)));

it('three commits, one of each third, run every row once', () => {
  expect(THIRDS.flat().sort((a, b) => a - b)).toEqual(ROWS);
});

it('every third has its part of the rows', () => {
  expect(THIRDS.map(({ length }) => length)).toEqual([7, 7, 6]);
});

it('without a sample every row is run', () => {
  expect(ROWS.filter((row) => isInSample(row, undefined))).toEqual(ROWS);
});

it.each([
  ['3fdb8b8a5cf2bd4f9b6f2c3f2a9e1f4a6d1c0b7e', 0x3fdb8b8a % 3],
  ['0000000100000000000000000000000000000000', 1],
])('the commit %s chooses a third', (commit, part) => {
  expect(partOf(commit)).toBe(part);
});
