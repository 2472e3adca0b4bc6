import { showCouldNotStart } from './could-not-start';
import { NotReleased } from './releases/not-released';

const shown = (error: unknown) => {
  showCouldNotStart(document.body, error);
  return [...document.querySelectorAll('h1, button, p')].map(({ textContent }) => textContent);
};

test('the page suggests checking the connection and names the cause if a file cannot be loaded', () => {
  expect(shown(new Error('config.json responded with 503.'))).toEqual([
    'Foodhall could not start. Check your internet connection and try again.',
    'Try Again',
    'config.json responded with 503.',
  ]);
});

test('the page does not blame the connection if a file differs from its release', () => {
  expect(shown(new NotReleased('The signature does not match.'))).toEqual([
    'Foodhall could not start.',
    'Try Again',
    'The signature does not match.',
  ]);
});
