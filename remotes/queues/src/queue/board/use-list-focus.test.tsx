import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { useListFocus } from './use-list-focus';

/** Shows each order in the cell of its position, as the queue does. */
function List({ ids }: { ids: readonly number[] }) {
  const list = useRef<HTMLDivElement>(null);
  const focus = useListFocus(list, ids, true);
  return (
    <div ref={list} tabIndex={-1} {...focus}>
      {ids.map((id, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the test is about cells with this key
        <fieldset key={index} data-entry={id} tabIndex={-1} aria-label={`Order ${id}`}>
          Ramen <button type="button">Pick</button>
        </fieldset>
      ))}
    </div>
  );
}

const order = (id: number) => screen.getByRole('group', { name: `Order ${id}` });
const pick = (id: number) => screen.getAllByRole('button', { name: 'Pick' }).find((each) => order(id).contains(each));

test('keeps the focus on its order when an order arrives above it', () => {
  const { rerender } = render(<List ids={[3, 2, 1]} />);
  pick(2)?.focus();
  rerender(<List ids={[4, 3, 2, 1]} />);
  expect(pick(2)).toHaveFocus();
  order(1).focus();
  rerender(<List ids={[5, 4, 3, 2, 1]} />);
  expect(order(1)).toHaveFocus();
});

test('gives the focus to the next order as a whole card when the focused order leaves', () => {
  const { rerender } = render(<List ids={[3, 2, 1]} />);
  pick(2)?.focus();
  rerender(<List ids={[3, 1]} />);
  expect(order(1)).toHaveFocus();
});
