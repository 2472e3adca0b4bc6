import { renderHook } from '@testing-library/react';
import { useStepwiseList } from './use-stepwise-list';

function show(list: string, view: string, used = 4) {
  const seen: { steps: readonly string[]; isWhole: boolean }[] = [];
  const { rerender } = renderHook(
    (props: { list: string; view: string }) => {
      seen.push(useStepwiseList(props.list, props.view, used, 4));
    },
    { initialProps: { list, view } },
  );
  return { seen, rerender };
}

test('draws the start of a changed list first, then the next cards step by step, then the rest', () => {
  const { seen, rerender } = show('two', 'all newest');
  seen.length = 0;
  rerender({ list: 'three', view: 'all newest' });
  expect(seen).toEqual([
    { steps: ['three', 'two', 'two', 'two'], isWhole: false },
    { steps: ['three', 'three', 'two', 'two'], isWhole: false },
    { steps: ['three', 'three', 'three', 'two'], isWhole: false },
    { steps: ['three', 'three', 'three', 'three'], isWhole: true },
  ]);
});

test('draws a first list in one step', () => {
  expect(show('two', 'all newest').seen).toEqual([{ steps: ['two', 'two', 'two', 'two'], isWhole: true }]);
});

test('draws another view in one step, and its later changes in several', () => {
  const { seen, rerender } = show('two', 'all newest');
  seen.length = 0;
  rerender({ list: 'one', view: 'done newest' });
  for (const each of seen) expect(each).toEqual({ steps: ['one', 'one', 'one', 'one'], isWhole: true });
  seen.length = 0;
  rerender({ list: 'none', view: 'done newest' });
  expect(seen[0]).toEqual({ steps: ['none', 'one', 'one', 'one'], isWhole: false });
  expect(seen.at(-1)).toEqual({ steps: ['none', 'none', 'none', 'none'], isWhole: true });
});

test('draws a short list in one step', () => {
  const { seen, rerender } = show('two', 'all newest', 1);
  seen.length = 0;
  rerender({ list: 'three', view: 'all newest' });
  for (const each of seen) expect(each).toEqual({ steps: ['three', 'three', 'three', 'three'], isWhole: true });
});

test('skips steps for which the list has no cards', () => {
  const { seen, rerender } = show('two', 'all newest', 2);
  seen.length = 0;
  rerender({ list: 'three', view: 'all newest' });
  expect(seen).toEqual([
    { steps: ['three', 'two', 'three', 'three'], isWhole: false },
    { steps: ['three', 'three', 'three', 'three'], isWhole: true },
  ]);
});
