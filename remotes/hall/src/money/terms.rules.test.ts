import { feeErrors, stallErrors, stallForm, stallTerms } from './terms.rules';

const FORM = { commission_percent: '12', rent: '0', rent_from: '' };

test.each([
  [{}, {}],
  [{ commission_percent: '101' }, { commission_percent: 'Enter a percentage between 0 and 100.' }],
  [{ commission_percent: '-1' }, { commission_percent: 'Enter a percentage between 0 and 100.' }],
  [{ commission_percent: '12.345' }, { commission_percent: 'At most 2 decimals.' }],
  [{ rent: 'much' }, { rent: 'Enter an amount, such as 12.50.' }],
  [{ rent: '300' }, { rent_from: 'Choose the first month with rent.' }],
  [{ rent: '300', rent_from: '2026-10-01' }, {}],
])('the terms of a stall with %j have the errors %j', (fields, expected) => {
  expect(stallErrors({ ...FORM, ...fields }, 'CAD')).toEqual(expected);
});

test('the rate of the fees is a percentage with an amount', () => {
  const form = { fees_borne_by: 'hall', fee_percent: '200', fee_fixed: '0.305' } as const;
  expect(feeErrors(form, 'CAD')).toEqual({
    fee_percent: 'Enter a percentage between 0 and 100.',
    fee_fixed: 'At most 2 decimals.',
  });
});

test('a form that is not changed is sent as it was read', () => {
  const terms = { commission_percent: 12.5, rent: 300, rent_from: '2026-10-01' };
  const form = stallForm(terms, 'CAD');
  expect(form).toEqual({ commission_percent: '12.5', rent: '300.00', rent_from: '2026-10-01' });
  expect(stallTerms(form)).toEqual(terms);
});
