import {
  keepLocalsUnder,
  localName,
  readLocal,
  readVendorDelivery,
  removeLocal,
  writeLocal,
  writeVendorDelivery,
} from './local-keys';

test('stores the token as plain text and the notifications as JSON, under the product’s own keys', () => {
  writeLocal('token', 'abc');
  writeLocal('notifications', { 4: { state: 'done', view: true } });
  expect(localStorage.getItem('token')).toBe('abc');
  expect(localStorage.getItem('notifications')).toBe('{"4":{"state":"done","view":true}}');
});

test('treats an unreadable value as absent', () => {
  localStorage.setItem('cart', '{');
  expect(readLocal('cart')).toBeUndefined();
  expect(readLocal('user')).toBeUndefined();
});

test('works without remembering anything if the storage is full or refused', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(() => writeLocal('redirect_url', '/queues')).not.toThrow();
  expect(warn).toHaveBeenCalledTimes(1);
});

test('keeps working in a browser that blocks the storage', () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const blocked = jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  try {
    writeVendorDelivery(5, { delivery_method: 'collect' });
    expect(readVendorDelivery(5).delivery_method).toBeUndefined();
    removeLocal('token', 'user');
    expect(readLocal('token')).toBeUndefined();
  } finally {
    blocked.mockRestore();
  }
});

test('stores delivery settings per vendor, field by field', () => {
  writeVendorDelivery(5, { delivery_method: 'deliver', delivery_method_type: 'table', delivery_method_location: '12' });
  writeVendorDelivery(6, { delivery_method: 'collect' });
  expect(localStorage.getItem('vendors.5.delivery_method_location')).toBe('12');
  expect(readVendorDelivery(5)).toEqual({
    delivery_method: 'deliver',
    delivery_method_type: 'table',
    delivery_method_location: '12',
  });
  expect(readVendorDelivery(6).delivery_method_type).toBeUndefined();
});

test("neither reads nor removes the keys of another site's page", () => {
  localStorage.setItem('token', 'of the site around');
  keepLocalsUnder('foodhall.');
  try {
    expect(readLocal('token')).toBeUndefined();
    writeLocal('token', 'ours');
    writeVendorDelivery(5, { delivery_method: 'collect' });
    expect(localStorage.getItem(localName('token'))).toBe('ours');
    expect(localStorage.getItem('foodhall.vendors.5.delivery_method')).toBe('collect');
    removeLocal('token');
    expect(readLocal('token')).toBeUndefined();
    expect(localStorage.getItem('token')).toBe('of the site around');
  } finally {
    keepLocalsUnder('');
  }
});
