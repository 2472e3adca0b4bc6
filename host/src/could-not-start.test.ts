import { showCouldNotStart } from './could-not-start';
import { NotReleased } from './releases/not-released';

const shown = (error: unknown) => {
  showCouldNotStart(document.body, error);
  return [...document.querySelectorAll('h1, button, p')].map(({ textContent }) => textContent);
};

test('where something could not be had, the connection may be at fault, and the cause is said', () => {
  expect(shown(new Error('config.json answered 503.'))).toEqual([
    'Foodhall could not start. Check your internet connection and try again.',
    'Try Again',
    'config.json answered 503.',
  ]);
});

test('where what came is not what was released, nobody is sent to look at their connection', () => {
  expect(shown(new NotReleased('The signature does not match.'))).toEqual([
    'Foodhall could not start.',
    'Try Again',
    'The signature does not match.',
  ]);
});
