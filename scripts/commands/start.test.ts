import { requireTrial } from './start';

test('the trial takes no live payments, and names the start that does', () => {
  expect(() => requireTrial({ PAYMENTS: ' live ' })).toThrow(
    "PAYMENTS is 'live'; npm start is the trial. Start the site for customers: npm run serve",
  );
  for (const PAYMENTS of [undefined, '', 'sandbox', 'test']) expect(() => requireTrial({ PAYMENTS })).not.toThrow();
});
