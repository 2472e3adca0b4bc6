import { deviceKey, readDevice, removeDevice, writeDevice } from './device';

const refuse = () =>
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });

beforeEach(() => jest.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => removeDevice('taps'));

test("a value that cannot be written lasts as long as the page and hides the device's value", () => {
  writeDevice('taps', ['Pick']);
  const refusal = refuse();
  writeDevice('taps', ['Pick', 'Done']);
  expect(readDevice('taps')).toEqual(['Pick', 'Done']);
  refusal.mockRestore();

  writeDevice('taps', ['Done']);
  window.localStorage.setItem(deviceKey('taps'), '["of another tab"]');
  expect(readDevice('taps')).toEqual(['of another tab']);
});

test('a removed value stays removed, even if the removal could not be written', () => {
  const refusal = refuse();
  writeDevice('taps', ['Pick']);
  removeDevice('taps');
  expect(readDevice('taps')).toBeUndefined();
  refusal.mockRestore();
});
