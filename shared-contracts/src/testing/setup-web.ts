/** Runs before every browser-side test file: what jsdom lacks, and the rule that an unexpected console error fails the test. */
import '@testing-library/jest-dom';
import { TextDecoder, TextEncoder } from 'node:util';
import { installDialog } from './dialog';

Object.assign(globalThis, { TextEncoder, TextDecoder });
installDialog();
window.scrollTo = () => {};

let errors: jest.SpyInstance;

beforeEach(() => {
  errors = jest.spyOn(console, 'error');
  errors.mockImplementation((...args: unknown[]) => {
    throw new Error(`Unexpected console.error: ${args.map(String).join(' ')}`);
  });
});

afterEach(() => {
  errors.mockRestore();
  window.localStorage.clear();
  window.sessionStorage.clear();
});
