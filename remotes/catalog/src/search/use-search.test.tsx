import { act, screen } from '@testing-library/react';
import { publish } from 'shared-contracts/events';
import { fakeApi, renderScreen } from 'shared-contracts/testing';
import { useSearchText } from './use-search';

const Shown = () => <output>{useSearchText()}</output>;
const type = (text: string) => act(() => publish('search-typed', { text }));
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const shown = () => screen.getByRole('status').textContent;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a search is for what was typed when the typing rested, and over as soon as it is cleared', () => {
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
