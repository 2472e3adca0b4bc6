import { furtherTaxErrors, slugOf } from './further-taxes.rules';

test.each([
  ['Alcohol', [], 'alcohol'],
  ['Alcohol', ['alcohol'], 'alcohol-2'],
  ['Bière 20 %', [], 'biere-20'],
  ['كحول', [], 'tax'],
  ['كحول', ['tax', 'tax-2'], 'tax-3'],
] as const)('the identity of %s beside %j is %s', (name, taken, slug) => {
  expect(slugOf(name, taken)).toBe(slug);
});

test.each([
  [{ name: 'Alcohol', rate: '20' }, []],
  [{ name: ' ', rate: '200' }, ['name', 'rate']],
  [{ name: 'Alcohol', rate: '' }, ['rate']],
])('%j has errors at %j', (values, fields) => {
  expect(Object.keys(furtherTaxErrors(values))).toEqual(fields);
});
