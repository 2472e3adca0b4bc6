import { act, render, screen } from '@testing-library/react';
import { QueueMasonry } from './queue-masonry';

/** The width of the simulated window, which the media queries follow. jsdom has none. */
let width = 1280;
const listeners = new Set<() => void>();
beforeAll(() => {
  Object.assign(window, {
    matchMedia: (query: string) => ({
      get matches() {
        return width >= Number(/\d+/.exec(query)?.[0]);
      },
      addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
      removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
    }),
  });
});
afterAll(() => void Reflect.deleteProperty(window, 'matchMedia'));

const columnTexts = (text: string) =>
  [...(screen.getByText(text).parentElement?.parentElement?.children ?? [])].map(({ textContent }) => textContent);

const cards = ['a', 'b', 'c', 'd', 'e'].map((name) => <p key={name}>{name}</p>);

test.each([
  [1280, 'whole', ['ae', 'b', 'c', 'd']],
  [1100, 'whole', ['ae', 'b', 'c', 'd']],
  [1099, 'whole', ['ad', 'be', 'c']],
  [699, 'whole', ['ace', 'bd']],
  [499, 'whole', ['abcde']],
  [1280, 'ready', ['abcde']],
  [1280, 'rest', ['ad', 'be', 'c']],
  [820, 'rest', ['ad', 'be', 'c']],
  [390, 'ready', ['abcde']],
] as const)('a window of %i px lays out the columns ‘%s’ as %j', (wide, columns, expected) => {
  width = wide;
  render(<QueueMasonry columns={columns}>{cards}</QueueMasonry>);
  expect(columnTexts('a')).toEqual(expected);
});

test('renders its columns at the first render, so that no card is drawn twice', () => {
  width = 390;
  const mounted = jest.fn();
  const Card = () => {
    mounted();
    return <p>only</p>;
  };
  render(
    <QueueMasonry>
      <Card />
    </QueueMasonry>,
  );
  expect(mounted).toHaveBeenCalledTimes(1);
});

test('adds columns when the window gets wider, and keeps their width even if some stay empty', () => {
  width = 390;
  render(<QueueMasonry>{cards.slice(0, 2)}</QueueMasonry>);
  expect(columnTexts('a')).toEqual(['ab']);
  width = 1280;
  act(() => {
    for (const listener of listeners) listener();
  });
  expect(columnTexts('a')).toEqual(['a', 'b']);
  expect(screen.getByText('a').parentElement).toHaveStyle({ width: '25%' });
});

test('puts cards far down a column into blocks, which the browser skips while they are far from the screen', () => {
  width = 390;
  const names = Array.from({ length: 20 }, (_none, index) => `card ${index}`);
  const many = names.map((name) => <p key={name}>{name}</p>);
  render(<QueueMasonry>{many}</QueueMasonry>);
  expect(screen.getAllByText(/^card/).map(({ textContent }) => textContent)).toEqual(names);
  const [first, far, last] = ['card 7', 'card 8', 'card 16'].map((name) => screen.getByText(name).parentElement);
  expect(first).toHaveClass('column');
  expect([far, last].map((block) => [block?.className, block?.childElementCount])).toEqual([
    ['block', 8],
    ['block', 4],
  ]);
});
