import fc from 'fast-check';
import {
  decimalOf,
  exponentOf,
  formatMajor,
  formatMinor,
  splitByWeight,
  taxOn,
  taxWithin,
  toMajor,
  toMinor,
} from './money';

describe('money', () => {
  test.each([
    ['JPY', 0],
    ['ZAR', 2],
    ['CAD', 2],
    ['EUR', 2],
    ['KWD', 3],
    // ISO 4217 and the providers use these decimals; the Intl of some engines has 0, or 2 for the dinar.
    ['HUF', 2],
    ['COP', 2],
    ['IDR', 2],
    ['IQD', 3],
  ])('%s has %i decimals', (currency, exponent) => {
    expect(exponentOf(currency)).toBe(exponent);
  });

  test.each(['', 'cad', 'CA', 'CADS', 'F C'])("'%s' is not a currency code", (code) => {
    expect(() => exponentOf(code)).toThrow(RangeError);
  });

  test.each([
    [8.2, 'CAD', 820],
    [1.1, 'CAD', 110],
    ['16.50', 'CAD', 1650],
    [0.07, 'EUR', 7],
    [1050, 'JPY', 1050],
    [1.005, 'KWD', 1005],
    ['-2.5', 'CAD', -250],
  ])('%s %s is %i minor units, computed from its digits', (major, currency, minor) => {
    expect(toMinor(major, currency)).toBe(minor);
  });

  test.each([
    [4.85 * 3, 'CAD', 1455],
    [0.1 + 0.2, 'EUR', 30],
    [1.1 * 1.1 * 100, 'JPY', 121],
    [1.001 * 3, 'KWD', 3003],
    [-(4.85 * 3), 'CAD', -1455],
  ])('%s %s from floating-point arithmetic is %i minor units', (major, currency, minor) => {
    expect(toMinor(major, currency)).toBe(minor);
  });

  test.each([
    [1.005, 'CAD'],
    ['14.549999999999999', 'CAD'],
    [14.5555, 'CAD'],
    [1.5, 'JPY'],
    ['1e3', 'CAD'],
    ['ten', 'CAD'],
    [Number.NaN, 'CAD'],
    [Number.POSITIVE_INFINITY, 'CAD'],
    ['99999999999999999', 'CAD'],
  ])('%s is not an amount of %s', (major, currency) => {
    expect(() => toMinor(major, currency)).toThrow(RangeError);
  });

  test('an amount goes over the wire and back unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), fc.constantFrom('JPY', 'CAD', 'KWD'), (minor, currency) => {
        expect(toMinor(toMajor(minor, currency), currency)).toBe(minor);
      }),
    );
  });

  test.each([
    [1650, 'CAD', '$', '$16.50'],
    [101650, 'CAD', '$', '$1,016.50'],
    [123456789, 'ZAR', 'R', 'R1,234,567.89'],
    [1050, 'JPY', '¥', '¥1,050'],
    [1005, 'KWD', 'KD', 'KD1.005'],
    [0, 'CAD', '$', '$0.00'],
    [-250, 'CAD', '$', '-$2.50'],
  ])('%i of %s with the symbol %s is formatted as %s', (minor, currency, symbol, text) => {
    expect(formatMinor(minor, currency, symbol)).toBe(text);
  });

  test('a number from the wire is formatted with all its decimals', () => {
    expect(formatMajor(16.5, 'CAD', '$')).toBe('$16.50');
    expect(decimalOf(5, 'CAD')).toBe('0.05');
  });

  test.each([
    [5450, 1300, 709],
    [2600, 1300, 338],
    [250, 1300, 33],
    [50, 100, 1],
    [49, 100, 0],
    [0, 1300, 0],
  ])('%i at %i basis points adds a tax of %i', (amount, rate, tax) => {
    expect(taxOn(amount, rate)).toBe(tax);
  });

  test.each([
    [11500, 1500, 1500],
    [1000, 1500, 130],
    [100, 0, 0],
  ])('%i at %i basis points contains a tax of %i', (amount, rate, tax) => {
    expect(taxWithin(amount, rate)).toBe(tax);
  });

  test.each([
    [250, [5450, 2600], [169, 81]],
    [100, [1, 1, 1], [34, 33, 33]],
    [2, [0, 0, 0], [1, 1, 0]],
    [0, [10, 20], [0, 0]],
    [5, [], []],
  ])('%i split by the weights %j is %j', (amount, weights, parts) => {
    expect(splitByWeight(amount, weights)).toEqual(parts);
  });

  test('the parts of a split add up to the amount, and each is less than a cent off', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 8 }),
        (amount, weights) => {
          const parts = splitByWeight(amount, weights);
          const whole = weights.reduce((a, b) => a + b, 0);
          expect(parts.reduce((a, b) => a + b, 0)).toBe(amount);
          if (whole > 0) {
            parts.forEach((part, index) => {
              expect(Math.abs(part - (amount * (weights[index] ?? 0)) / whole)).toBeLessThan(1.001);
            });
          }
        },
      ),
    );
  });
});
