/**
 * Keeps the browser's functions for requests, storage and the history as they are, before any code of a remote runs: the shell learns of a
 * rollback through them. An assignment of a remote has no effect, and throws nothing, since scripts that only want to listen in go on
 * working. It is no sandbox: docs/security.md says what a remote can change all the same.
 */

const NAMES = ['fetch', 'XMLHttpRequest', 'localStorage', 'sessionStorage', 'history'];

function keepFunctions(): void {
  for (const name of NAMES) keep(window, name);
  const { Storage, History, XMLHttpRequest, Response, ServiceWorker, ServiceWorkerContainer } = window;
  // Without a secure context there are no workers.
  for (const type of [Storage, History, XMLHttpRequest, Response, ServiceWorker, ServiceWorkerContainer]) {
    if (type) for (const name of Object.getOwnPropertyNames(type.prototype)) keep(type.prototype, name);
  }
}

function keep(object: object, name: string): void {
  const own = findDescriptor(object, name);
  if (!own?.configurable || name === 'constructor') return;
  // Getters are not called, since they throw in a browser that refuses storage.
  const { value, get = () => value, set = () => {} } = own;
  Object.defineProperty(object, name, { get, set, enumerable: own.enumerable ?? true, configurable: false });
}

const findDescriptor = (object: object, name: string) =>
  Object.getOwnPropertyDescriptor(object, name) ??
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(object) as object, name);

keepFunctions();
