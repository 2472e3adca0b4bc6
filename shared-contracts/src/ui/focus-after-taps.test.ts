import { focusAfterTaps } from './focus-after-taps';

const addField = () => document.body.appendChild(document.createElement('input'));

beforeEach(() => {
  jest.useFakeTimers();
  document.body.replaceChildren();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('focuses an element at once and scrolls it into view after 600 ms', () => {
  const field = addField();
  const scroll = jest.spyOn(field, 'scrollIntoView');
  focusAfterTaps(field);
  expect(field).toHaveFocus();
  jest.advanceTimersByTime(599);
  expect(scroll).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(scroll).toHaveBeenCalledWith({ block: 'nearest' });
});

test('does not scroll if the focus has moved on meanwhile', () => {
  const field = addField();
  const scroll = jest.spyOn(field, 'scrollIntoView');
  focusAfterTaps(field);
  addField().focus();
  jest.advanceTimersByTime(600);
  expect(scroll).not.toHaveBeenCalled();
});

test('does nothing without an element', () => {
  focusAfterTaps(null);
  jest.advanceTimersByTime(600);
  expect(document.body).toHaveFocus();
});
