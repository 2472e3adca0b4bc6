import { takeOverScrolling } from './scroll-restoration';

const scrolled = jest.fn();
let navigationType: string;

beforeAll(() => {
  // jsdom has no timings of a navigation.
  Object.assign(performance, { getEntriesByType: () => [{ type: navigationType }] });
  // This call watches for the moment when the page is left.
  takeOverScrolling();
});
beforeEach(() => {
  window.sessionStorage.clear();
  scrolled.mockClear();
  navigationType = 'reload';
  jest.spyOn(window, 'scrollTo').mockImplementation(scrolled);
  window.history.replaceState(null, '', '/your-items/1');
});
afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(window, { scrollY: 0 });
});

/** Leaves a page that was scrolled to 700. */
function leavePage(): void {
  Object.assign(window, { scrollY: 700 });
  window.dispatchEvent(new Event('pagehide'));
  Object.assign(window, { scrollY: 0 });
}

test.each(['reload', 'back_forward'])('a page that loads by %s is scrolled once to its last position', (type) => {
  leavePage();
  navigationType = type;
  takeOverScrolling();
  expect(scrolled).toHaveBeenCalledWith({ top: 700, behavior: 'instant' });
  expect(window.history.scrollRestoration).toBe('manual');
  scrolled.mockClear();
  takeOverScrolling();
  expect(scrolled).not.toHaveBeenCalled();
});

test('a page that is opened by its address starts at the top, and so does another page after a reload', () => {
  leavePage();
  navigationType = 'navigate';
  takeOverScrolling();
  navigationType = 'reload';
  leavePage();
  window.history.replaceState(null, '', '/your-items/2');
  takeOverScrolling();
  expect(scrolled).not.toHaveBeenCalled();
});

test('a page that was scrolled in the meantime stays there', () => {
  leavePage();
  Object.assign(window, { scrollY: 40 });
  takeOverScrolling();
  expect(scrolled).not.toHaveBeenCalled();
});
