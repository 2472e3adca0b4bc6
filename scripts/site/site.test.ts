import { demoSetting } from './site';

test.each([
  [{}, '1'],
  [{ PAYMENTS: 'sandbox' }, '1'],
  [{ PAYMENTS: 'live' }, '0'],
  [{ PAYMENTS: 'test' }, '0'],
  [{ PAYMENTS: 'test', DEMO: '1' }, '1'],
  [{ DEMO: '0' }, '0'],
  // The site does not refuse this combination: the API does, in a sentence.
  [{ PAYMENTS: 'live', DEMO: '1' }, '1'],
])('a start with %j tells the API DEMO=%s', (environment, demo) => {
  expect(demoSetting(environment)).toBe(demo);
});
