import { registerWorker } from './register-worker';

function withWorkers(register: () => Promise<unknown>): void {
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: null,
    getRegistration: async () => undefined,
    ready: new Promise(() => {}),
    register,
  });
  Object.defineProperty(window.navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
}
const snapshot = { host: { version: '2.2.63-a' }, remotes: {} } as Parameters<typeof registerWorker>[0]['snapshot'];

let warned: jest.SpyInstance;
beforeEach(() => {
  warned = jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(window.navigator, 'serviceWorker');
  Reflect.deleteProperty(window, 'isSecureContext');
});

test('a browser that blocks workers causes no warning', async () => {
  withWorkers(async () => undefined);
  await registerWorker({ snapshot });
  expect(warned).not.toHaveBeenCalled();
});

test('a failed registration is logged and does not reject', async () => {
  const refusal = new DOMException('Unsupported MIME type', 'SecurityError');
  withWorkers(() => Promise.reject(refusal));
  await registerWorker({ snapshot });
  expect(warned).toHaveBeenCalledWith('The service worker could not be registered', refusal);
});
