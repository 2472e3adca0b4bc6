import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { useSettling } from './use-settling';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

interface Cell {
  id: number;
  isFar?: boolean;
}

function List({ cells }: { cells: Cell[] }) {
  const list = useRef<HTMLUListElement>(null);
  useSettling(list, 'all', cells);
  return (
    <ul ref={list}>
      {cells.map(({ id, isFar = false }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is a position of the list, as in the queue
        <li key={index} data-entry={id} data-state="new">
          {isFar ? 'Its words alone' : <button type="button">Pick</button>}
        </li>
      ))}
    </ul>
  );
}

const taps = () => screen.getAllByRole('button').map(({ style }) => style.pointerEvents !== 'none');

test('where a new order moves the cards, their keys take no tap for 600 ms, and nothing else of them changes', () => {
  const { rerender } = render(<List cells={[{ id: 1 }, { id: 2 }, { id: 3, isFar: true }]} />);
  rerender(<List cells={[{ id: 4 }, { id: 1 }, { id: 2, isFar: true }]} />);
  expect(taps()).toEqual([false, false]);
  for (const cell of screen.getAllByRole('listitem')) expect(cell).not.toHaveAttribute('style');
  act(() => jest.advanceTimersByTime(600));
  expect(taps()).toEqual([true, true]);
});
