import { readLocal, writeLocal } from 'shared-contracts/local-keys';
import { rememberedPlace, rememberPlace, sameOriginPath } from './redirect-url';

test.each([
  ['/venues/1/cart', '/venues/1/cart'],
  ['/queues?filter=all#top', '/queues?filter=all#top'],
  ['//evil.example/cart', undefined],
  ['/\\evil.example', undefined],
  ['/.//evil.example', undefined],
  ['https://evil.example', undefined],
  ['javascript:alert(1)', undefined],
  ['/login', undefined],
  ['/password-reset/abc', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s leads to %s', (stored, path) => {
  expect(sameOriginPath(stored)).toBe(path);
});

test('a sign-in page is no place to come back to, and leaves the one that was remembered', () => {
  rememberPlace({ pathname: '/carts/4', search: '', hash: '' });
  rememberPlace({ pathname: '/login', search: '', hash: '' });
  expect(rememberedPlace()).toBe('/carts/4');
});

test('what somebody else wrote there leads nowhere', () => {
  writeLocal('redirect_url', 'https://evil.example/');
  expect(rememberedPlace()).toBeUndefined();
  expect(readLocal('redirect_url')).toBe('https://evil.example/');
});
