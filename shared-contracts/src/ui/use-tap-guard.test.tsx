import { act, renderHook } from '@testing-library/react';
import { type TapGuardOptions, useTapGuard } from './use-tap-guard';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Content = Parameters<typeof useTapGuard>[0];

function show(content: Content, options?: TapGuardOptions) {
  const { result, rerender } = renderHook(
    (props: { content: Content; options?: TapGuardOptions }) => useTapGuard(props.content, props.options),
    {
      initialProps: { content, options },
    },
  );
  return {
    isGuarded: () => result.current,
    change: (to: Content, more = options) => rerender({ content: to, options: more }),
  };
}
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('the first content takes taps at once', () => {
  expect(show('1 new').isGuarded()).toBe(false);
});

test('content that changes takes no tap for 600 ms', () => {
  const { isGuarded, change } = show('1 new');
  change('1 busy');
  expect(isGuarded()).toBe(true);
  pass(599);
  expect(isGuarded()).toBe(true);
  pass(1);
  expect(isGuarded()).toBe(false);
});

test('each change starts the 600 ms again', () => {
  const { isGuarded, change } = show('1 new');
  change('1 busy');
  pass(400);
  change('1 done');
  pass(400);
  expect(isGuarded()).toBe(true);
  pass(200);
  expect(isGuarded()).toBe(false);
});

test('a change that is undone at once counts as another change', () => {
  const { isGuarded, change } = show('1 new');
  change('1 busy');
  pass(500);
  change('1 new');
  pass(599);
  expect(isGuarded()).toBe(true);
  pass(1);
  expect(isGuarded()).toBe(false);
});

test('another view takes taps at once, and its later changes do not', () => {
  const { isGuarded, change } = show('1 new', { view: 'new' });
  change('2 busy', { view: 'preparing' });
  expect(isGuarded()).toBe(false);
  change('2 done', { view: 'preparing' });
  expect(isGuarded()).toBe(true);
});

test('an element that is added to a page on the screen takes no tap for 600 ms', () => {
  const { isGuarded } = show('1 done', { isAdded: true });
  expect(isGuarded()).toBe(true);
  pass(600);
  expect(isGuarded()).toBe(false);
});

test('content that comes where nothing was shown takes taps at once', () => {
  const { isGuarded, change } = show(undefined);
  change('1 new');
  expect(isGuarded()).toBe(false);
  change('2 new');
  expect(isGuarded()).toBe(true);
  change(undefined);
  expect(isGuarded()).toBe(false);
});
