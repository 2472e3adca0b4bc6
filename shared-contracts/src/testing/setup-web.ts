/** Runs before every browser-side test file: what jsdom lacks, and the rule that an unexpected console error fails the test. */
import '@testing-library/jest-dom';
import { TextDecoder, TextEncoder } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { configure } from '@testing-library/react';
import { installDialog } from './dialog';

// A busy machine is no failure.
configure({ asyncUtilTimeout: 10_000 });

// A file that asks for the Node environment (the client's, against a real server) has no window.
const hasWindow = typeof window !== 'undefined';

if (hasWindow) {
  Object.assign(globalThis, {
    TextEncoder,
    TextDecoder,
    structuredClone: (value: unknown) => deserialize(serialize(value)),
  });
  installDialog();
  window.scrollTo = () => {};
}

let errors: jest.SpyInstance;

beforeEach(() => {
  errors = jest.spyOn(console, 'error');
  errors.mockImplementation((...args: unknown[]) => {
    throw new Error(`Unexpected console.error: ${args.map(String).join(' ')}`);
  });
});

afterEach(() => {
  errors.mockRestore();
  if (!hasWindow) return;
  window.localStorage.clear();
  window.sessionStorage.clear();
});
