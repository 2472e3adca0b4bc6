import { act, render, screen } from '@testing-library/react';
import { anOrder } from '../testing/builders';
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

const cell = (id: number, index: number) => (
  <QueueCell id={id} index={index} order={anOrder({ order_number: `A-${id}` })}>
    {() => <p>drawn</p>}
  </QueueCell>
);
const see = (isIntersecting: boolean) => act(() => tell([...watched].map((target) => ({ target, isIntersecting }))));

test('what stands first is drawn at once', () => {
  render(cell(1, 0));
  expect(screen.getByText('drawn')).toBeVisible();
});

test('what is far away is a named outline until it comes near, and stays drawn', () => {
  render(cell(2, 200));
  expect(screen.getByRole('article', { name: 'Order A-2' })).toBeEmptyDOMElement();
  see(false);
  expect(screen.queryByText('drawn')).toBeNull();
  see(true);
  expect(screen.getByText('drawn')).toBeVisible();
  see(false);
  expect(screen.getByText('drawn')).toBeVisible();
});

test('what is near is drawn at once in its next column; what went far away is not', () => {
  const { unmount } = render(cell(3, 200));
  see(true);
  unmount();
  const moved = render(cell(3, 201));
  expect(screen.getByText('drawn')).toBeVisible();
  see(false);
  moved.unmount();
  render(cell(3, 202));
  expect(screen.queryByText('drawn')).toBeNull();
});
