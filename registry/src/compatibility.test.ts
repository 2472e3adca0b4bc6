import { isContractInRange } from './compatibility';

test.each([
  ['1.2.0', '^1.0.0', true],
  ['1.2.0', '^1.2.0', true],
  ['1.1.9', '^1.2.0', false],
  ['2.0.0', '^1.2.0', false],
  ['0.3.0', '^0.2.0', false],
  ['1.2.0', '^0.9.0 || ^1.1.0', true],
  ['19.3.1', '19.3.1', true],
  ['19.3.2', '19.3.1', false],
  ['19.3.2', '~19.3.1', true],
  ['19.4.0', '>=19.0.0 <20.0.0', true],
  ['1.2.0', '*', true],
  ['1.2.0', 'latest', false],
  // The federation runtime decides like this in the browser. The semver package says no.
  ['1.2.0-beta.1', '^1.0.0', true],
  ['1.2.0-beta.1', '^1.2.0', false],
])('whether %s is in %s: %s', (version, range, isInRange) => {
  expect(isContractInRange(version, range)).toBe(isInRange);
});
