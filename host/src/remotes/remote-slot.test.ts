import { isFor } from './remote-slot';

test.each([
  ['anyone', true, true],
  ['anyone', false, true],
  ['vendor', true, true],
  ['vendor', false, false],
  ['customer', true, false],
  ['customer', false, true],
] as const)('what is for %s, when the context is a vendor: %s, is shown: %s', (audience, isVendor, isShown) => {
  expect(isFor(audience, isVendor)).toBe(isShown);
});
