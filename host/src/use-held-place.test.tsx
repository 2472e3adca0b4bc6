import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useHeldPlace } from './use-held-place';

function Form() {
  const hold = useHeldPlace();
  const [errors, setErrors] = useState(0);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        hold(screen.getByRole('button', { name: 'Save' }));
        setErrors(errors + 1);
      }}
    >
      <input aria-label="Name" onChange={() => setErrors(0)} />
      {Array.from({ length: errors }, (_, line) => line).map((line) => (
        <p key={line}>Wrong.</p>
      ))}
      <button type="submit">Save</button>
      <button type="button" onClick={() => setErrors(errors + 1)}>
        Refuse
      </button>
    </form>
  );
}

const LINE = 28;
let scrollBy: jest.Mock;
beforeEach(() => {
  scrollBy = jest.fn();
  window.scrollBy = scrollBy;
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => {
    const scrolled = scrollBy.mock.calls.reduce((sum, [{ top }]) => sum + top, 0);
    return { top: 500 + LINE * screen.queryAllByText('Wrong.').length - scrolled } as DOMRect;
  });
});
afterEach(() => jest.restoreAllMocks());

const tap = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const topOfSave = () => screen.getByRole('button', { name: 'Save' }).getBoundingClientRect().top;

test('a tapped button stays in place when errors appear, at once or later', () => {
  render(<Form />);
  tap('Save');
  expect(topOfSave()).toBe(500);
  tap('Refuse');
  expect(topOfSave()).toBe(500);
  expect(scrollBy).toHaveBeenCalledTimes(2);
});

test('the page does not scroll before a tap or after the visitor types', () => {
  render(<Form />);
  tap('Refuse');
  expect(topOfSave()).toBe(500 + LINE);
  tap('Save');
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'K' } });
  scrollBy.mockClear();
  tap('Refuse');
  expect(scrollBy).not.toHaveBeenCalled();
});

test('a visitor who scrolls in the meantime is not scrolled back', () => {
  render(<Form />);
  tap('Save');
  scrollBy.mock.calls.push([{ top: 300 }]);
  fireEvent.scroll(document);
  scrollBy.mock.calls.push([{ top: 0 }]);
  tap('Refuse');
  expect(scrollBy).toHaveBeenLastCalledWith({ top: LINE, behavior: 'instant' });
});
