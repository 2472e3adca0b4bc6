import { act, render, screen } from '@testing-library/react';
import { SearchStatus } from './search-status';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const rest = () => act(() => jest.advanceTimersByTime(400));

test('the number of results is announced once the typing rests, not at every key', () => {
  const { rerender } = render(<SearchStatus count={null} />);
  const status = screen.getByRole('status');
  rest();
  expect(status).toBeEmptyDOMElement();
  for (const count of [120, 44, 5]) {
    rerender(<SearchStatus count={count} />);
    act(() => jest.advanceTimersByTime(150));
    expect(status).toBeEmptyDOMElement();
  }
  rest();
  expect(status).toHaveTextContent('5 results');
});

test.each([
  [0, 'No results'],
  [1, '1 result'],
  [2, '2 results'],
])('%d results are announced as %j, and nothing is said once the search is over', (count, words) => {
  const { rerender } = render(<SearchStatus count={count} />);
  rest();
  expect(screen.getByRole('status')).toHaveTextContent(words);
  rerender(<SearchStatus count={null} />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
