import { readLocal, writeLocal } from 'shared-contracts/local-keys';
import { rememberedReturnPath, rememberReturnPath, sameOriginPath } from './return-path';

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
])('the stored address %s leads to %s', (stored, path) => {
  expect(sameOriginPath(stored)).toBe(path);
});

test('a sign-in page does not replace the remembered return path', () => {
  rememberReturnPath({ pathname: '/carts/4', search: '', hash: '' });
  rememberReturnPath({ pathname: '/login', search: '', hash: '' });
  expect(rememberedReturnPath()).toBe('/carts/4');
});

test('a stored address of another site is ignored', () => {
  writeLocal('redirect_url', 'https://evil.example/');
  expect(rememberedReturnPath()).toBeUndefined();
  expect(readLocal('redirect_url')).toBe('https://evil.example/');
});
