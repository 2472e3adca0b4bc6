import { brokenGroup, isFull, isSelectionMet, selectionHint } from './options';

describe('options', () => {
  test.each([
    [1, 1, 0, 'Choose 1', false],
    [1, 1, 1, '1 of 1', true],
    [0, 2, 0, 'Up to 2', true],
    [0, 2, 2, '2 of 2', true],
    [0, null, 0, 'Optional', true],
    [0, null, 3, '3 chosen', true],
    [2, null, 0, 'Choose at least 2', false],
    [0, 2, 3, '3 of 2', false],
  ])(
    'the hint for min %s, max %s and %i chosen is "%s", and the limits are met: %s',
    (min_select, max_select, chosen, hint, isMet) => {
      expect(selectionHint({ min_select, max_select }, chosen)).toBe(hint);
      expect(isSelectionMet({ min_select, max_select }, chosen)).toBe(isMet);
    },
  );

  test('a group is full at its maximum, and never without a maximum', () => {
    expect(isFull({ min_select: 0, max_select: 2 }, 2)).toBe(true);
    expect(isFull({ min_select: 0, max_select: null }, 99)).toBe(false);
  });

  test('returns the first group whose rule is broken', () => {
    const group = (id: number, min_select: number) => ({
      id,
      min_select,
      max_select: null,
      options: { data: [{ id: id * 10 }] },
    });
    expect(brokenGroup([group(1, 0), group(2, 1)], new Set([10]))?.id).toBe(2);
    expect(brokenGroup([group(1, 0), group(2, 1)], new Set([20]))).toBeUndefined();
  });
});
