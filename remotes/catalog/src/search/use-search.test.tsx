import { act, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { publish } from 'shared-contracts/events';
import { fakeApi, renderScreen } from 'shared-contracts/testing';
import { useSearchText } from './use-search';

let renders = 0;
const Shown = () => {
  renders += 1;
  return <output>{useSearchText()}</output>;
};
const type = (text: string) => act(() => publish('search-typed', { text }));
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const shown = () => screen.getByRole('status').textContent;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("does not filter a new page by the last page's search, which is still in the field", () => {
  // The shell clears the search with every change of the address.
  const Page = () => {
    useLayoutEffect(() => publish('search-typed', { text: '' }), []);
    return <Shown />;
  };
  renderScreen(<Page />, { state: { search: { text: 'gyoza', count: null, placeholder: null } } });
  expect(shown()).toBe('');
});

test('searches for text that was typed before the screen appeared', () => {
  renderScreen(<Shown />, { state: { search: { text: 'gyoza', count: null, placeholder: null } } });
  expect(shown()).toBe('gyoza');
});

test('renders nothing for a letter that is not searched for yet', () => {
  renderScreen(<Shown />, { api: fakeApi() });
  const before = renders;
  for (const text of ['r', 'ra', 'ram', 'rame']) {
    type(text);
    pass(120);
  }
  expect(renders).toBe(before);
});

test('searches once the typing pauses, and ends as soon as the field is cleared', () => {
  renderScreen(<Shown />, { api: fakeApi() });
  type('ra');
  pass(149);
  type('ram ');
  pass(149);
  expect(shown()).toBe('');
  pass(1);
  expect(shown()).toBe('ram');
  type('');
  expect(shown()).toBe('');
});
