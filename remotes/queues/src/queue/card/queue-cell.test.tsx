import { act, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'shared-contracts/router';
import { anEntry, anOrder } from 'shared-contracts/testing';
import { createLocks } from '../locks';
import { QueueCell } from './queue-cell';

type Seen = (changes: { target: Element; isIntersecting: boolean }[]) => void;

let tell: Seen = () => {};
const watched = new Set<Element>();

beforeAll(() => {
  class FakeObserver {
    constructor(seen: Seen) {
      tell = seen;
    }
    observe = (element: Element) => watched.add(element);
    unobserve = (element: Element) => watched.delete(element);
  }
  Object.assign(globalThis, { IntersectionObserver: FakeObserver });
});
afterAll(() => Reflect.deleteProperty(globalThis, 'IntersectionObserver'));

const cell = (id: number, index: number, isLast = false) => (
  <MemoryRouter>
    <QueueCell
      entry={anEntry({ id, order: anOrder({ order_number: `A-${id}` }) })}
      locks={createLocks()}
      index={index}
      audience="vendor"
      isReady={false}
      isLast={isLast}
      onMove={async () => {}}
      onCancel={() => {}}
    />
  </MemoryRouter>
);
const see = (isIntersecting: boolean) => act(() => tell([...watched].map((target) => ({ target, isIntersecting }))));
const order = (id: number) => screen.getByRole('article', { name: `Order A-${id}` });

test('the first card is drawn at once', () => {
  render(cell(1, 0));
  expect(within(order(1)).getByRole('button', { name: 'Pick' })).toBeVisible();
});

test('what is far away has its words and no keys, and is as high as it was drawn last', () => {
  const isOutline = () => {
    expect(order(2)).toHaveTextContent(/^A-2, .*Thandi Mokoena, Table 12: 2 Tonkotsu ramen, Large; 1 Pork gyoza$/);
    expect(within(order(2)).queryByRole('button')).not.toBeInTheDocument();
  };
  render(cell(2, 200));
  see(false);
  isOutline();
  see(true);
  expect(within(order(2)).getByRole('button', { name: 'Pick' })).toBeVisible();
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(412);
  see(false);
  isOutline();
  expect(order(2).parentElement).toHaveStyle({ height: '412px' });
  see(true);
  expect(order(2).parentElement).not.toHaveStyle({ height: '412px' });
});

test('where another order takes a position, the card stays and its keys are new ones, and an outline only changes its words', () => {
  const { rerender } = render(cell(3, 0));
  const card = order(3);
  const keysOf = (here: HTMLElement) => [...within(here).getAllByRole('button'), ...within(here).getAllByRole('link')];
  const keys = keysOf(card);
  rerender(cell(4, 0));
  expect(order(4)).toBe(card);
  for (const key of keysOf(card)) expect(keys).not.toContain(key);
  see(false);
  const outline = order(4);
  rerender(cell(5, 0));
  expect(order(5)).toBe(outline);
});

test('what was moved here just now is drawn, however far it went', () => {
  render(cell(6, 200, true));
  see(false);
  expect(within(order(6)).getByRole('button', { name: 'Pick' })).toBeVisible();
});
