import { detailsOf, formOf, moved, stallErrors } from './stall-form.rules';
import { aStall } from './stalls.testing';

test.each([
  [1, -1, [1, 2, 3]],
  [2, -1, [2, 1, 3]],
  [2, 1, [1, 3, 2]],
  [3, 1, [1, 2, 3]],
  [9, 1, [1, 2, 3]],
] as const)('stall %s moves by %s to %j', (id, step, expected) => {
  expect(moved([1, 2, 3], id, step)).toEqual(expected);
});

test('a form is sent with the version that it was filled from, and without empty translations', () => {
  const form = { ...formOf(aStall()), texts: { fr: { name: ' ', blurb: 'Nouilles' }, es: { name: '' } } };
  expect(detailsOf(form, 'v1')).toMatchObject({
    version: 'v1',
    subaccount_code: null,
    texts: { fr: { blurb: 'Nouilles' } },
  });
  expect(detailsOf(form, 'v1').texts).toEqual({ fr: { blurb: 'Nouilles' } });
});

test.each([
  ['a name', { name: ' ' }, 'Stripe', ['name']],
  ['a way to receive an order', { delivery_method_types: [] }, 'Stripe', ['delivery_method_types']],
  ['its subaccount in a hall of Paystack', {}, 'Paystack', ['subaccount_code']],
  ['nothing more', {}, 'Global', []],
] as const)('a stall needs %s', (_what, fields, provider, expected) => {
  expect(Object.keys(stallErrors({ ...formOf(aStall()), ...fields } as never, provider))).toEqual(expected);
});
