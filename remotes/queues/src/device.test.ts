import { deviceKey, readDevice, removeDevice, writeDevice } from './device';

const refuse = () =>
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });

beforeEach(() => jest.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => removeDevice('taps'));

test('what cannot be written lasts as long as the page, before what the device has', () => {
  writeDevice('taps', ['Pick']);
  const refusal = refuse();
  writeDevice('taps', ['Pick', 'Done']);
  expect(readDevice('taps')).toEqual(['Pick', 'Done']);
  refusal.mockRestore();

  writeDevice('taps', ['Done']);
  window.localStorage.setItem(deviceKey('taps'), '["of another tab"]');
  expect(readDevice('taps')).toEqual(['of another tab']);
});

test('what was removed is gone, also where it could not be written', () => {
  const refusal = refuse();
  writeDevice('taps', ['Pick']);
  removeDevice('taps');
  expect(readDevice('taps')).toBeUndefined();
  refusal.mockRestore();
});
