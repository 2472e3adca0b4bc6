import { isFor } from './remote-slot';

test.each([
  ['anyone', 'vendor', true],
  ['anyone', 'customer', true],
  ['vendor', 'vendor', true],
  ['vendor', 'customer', false],
  ['customer', 'vendor', false],
  ['customer', 'customer', true],
] as const)('a slot for %s is shown to a %s: %s', (audience, viewer, isShown) => {
  expect(isFor(audience, viewer === 'vendor')).toBe(isShown);
});
