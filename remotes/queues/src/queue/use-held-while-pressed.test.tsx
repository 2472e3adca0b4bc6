import { act, render, screen } from '@testing-library/react';
import { useHeldWhilePressed } from './use-held-while-pressed';

function List({ list }: { list: { view: string; words: string } }) {
  return <p>{useHeldWhilePressed(list, list.view).words}</p>;
}
const OLD = { view: 'all', words: 'two orders' };
const NEW = { view: 'all', words: 'three orders' };

/** Sends a touch event. `fingers` is the number of fingers that are left on the screen. */
const touch = (type: string, target: Node, fingers: number) =>
  act(() => {
    target.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { touches: { length: fingers } }));
  });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a finger releases the list even if its card has left the page meanwhile', () => {
  const view = render(<List list={OLD} />);
  const card = document.body.appendChild(document.createElement('article'));
  touch('touchstart', card, 1);
  view.rerender(<List list={NEW} />);
  expect(screen.getByText('two orders')).toBeVisible();
  card.remove();
  touch('touchend', card, 0);
  act(() => void jest.advanceTimersByTime(150));
  expect(screen.getByText('three orders')).toBeVisible();
});

test('a mouse button that was released without an event holds the list until the mouse moves', () => {
  const view = render(<List list={OLD} />);
  act(() => void document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 })));
  view.rerender(<List list={NEW} />);
  expect(screen.getByText('two orders')).toBeVisible();
  act(() => void document.body.dispatchEvent(new MouseEvent('mousemove', { bubbles: true, buttons: 0 })));
  act(() => void jest.advanceTimersByTime(150));
  expect(screen.getByText('three orders')).toBeVisible();
});

test('the right mouse button does not hold the list', () => {
  const view = render(<List list={OLD} />);
  act(() => void document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 2 })));
  view.rerender(<List list={NEW} />);
  expect(screen.getByText('three orders')).toBeVisible();
});
