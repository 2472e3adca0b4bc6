import { renderHook } from '@testing-library/react';
import { useRestLater } from './use-rest-later';

function show(list: string, view: string) {
  const seen: { before: string; isWhole: boolean }[] = [];
  const { rerender } = renderHook(
    (props: { list: string; view: string }) => {
      seen.push(useRestLater(props.list, props.view));
    },
    { initialProps: { list, view } },
  );
  seen.length = 0;
  return { seen, rerender };
}

test('the rest of a list that changed follows after its start', () => {
  const { seen, rerender } = show('two orders', 'all newest');
  rerender({ list: 'three orders', view: 'all newest' });
  expect(seen[0]).toEqual({ before: 'two orders', isWhole: false });
  expect(seen.at(-1)).toEqual({ before: 'three orders', isWhole: true });
});

test('another view is drawn at once', () => {
  const { seen, rerender } = show('two orders', 'all newest');
  rerender({ list: 'one order', view: 'done newest' });
  expect(seen[0]).toEqual({ before: 'one order', isWhole: true });
});
