import { takeOverScrolling } from './scroll-restoration';

const scrolled = jest.fn();
let visit: string;

beforeAll(() => {
  // jsdom has no timings of a navigation.
  Object.assign(performance, { getEntriesByType: () => [{ type: visit }] });
  // The page that is left.
  takeOverScrolling();
});
beforeEach(() => {
  window.sessionStorage.clear();
  scrolled.mockClear();
  visit = 'reload';
  jest.spyOn(window, 'scrollTo').mockImplementation(scrolled);
  window.history.replaceState(null, '', '/your-items/1');
});
afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(window, { scrollY: 0 });
});

/** The page before this one, scrolled to 700. */
function leavePage(): void {
  Object.assign(window, { scrollY: 700 });
  window.dispatchEvent(new Event('pagehide'));
  Object.assign(window, { scrollY: 0 });
}

test.each(['reload', 'back_forward'])('a page that comes by %s is scrolled to where it was left, once', (type) => {
  leavePage();
  visit = type;
  takeOverScrolling();
  expect(scrolled).toHaveBeenCalledWith({ top: 700, behavior: 'instant' });
  expect(window.history.scrollRestoration).toBe('manual');
  scrolled.mockClear();
  takeOverScrolling();
  expect(scrolled).not.toHaveBeenCalled();
});

test('a page that a visitor opens by its address begins at its top, and so does another page after a reload', () => {
  leavePage();
  visit = 'navigate';
  takeOverScrolling();
  visit = 'reload';
  leavePage();
  window.history.replaceState(null, '', '/your-items/2');
  takeOverScrolling();
  expect(scrolled).not.toHaveBeenCalled();
});

test('one that was scrolled meanwhile, by its visitor or by the browser, stays there', () => {
  leavePage();
  Object.assign(window, { scrollY: 40 });
  takeOverScrolling();
  expect(scrolled).not.toHaveBeenCalled();
});
