/**
 * Runs before every browser-side test file. It adds what jsdom lacks, and fails a test that causes an unexpected
 * console error or changes a text that a page translation replaces.
 */
import { notifyManager } from '@tanstack/react-query';
import { configure } from '@testing-library/react';
import '@testing-library/jest-dom';
import { TextDecoder, TextEncoder } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { forgetServerTime } from '../client/server-clock';
import '../query';
import { installComputedStyle } from './computed-style';
import { installDialog } from './dialog';
import { forgetFailedLoads, noteFailedLoad } from './failed-loads';
import { takeTextReports, watchTexts } from './translation';

// The page notifies React of a request in a microtask (query.ts), which may come just after a test's own act. In a
// timer it comes while the test waits for something.
notifyManager.setScheduler((notify) => setTimeout(notify, 0));

// A busy machine must not fail a test.
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
  installComputedStyle();
  watchTexts();
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
}

let errors: jest.SpyInstance;

beforeEach(() => {
  forgetFailedLoads();
  errors = jest.spyOn(console, 'error');
  errors.mockImplementation((...args: unknown[]) => {
    // This is the line of the query client. A load fails in a test only because the test makes it fail.
    if (noteFailedLoad(args[0])) return;
    throw new Error(`Unexpected console.error: ${args.map(String).join(' ')}`);
  });
});

afterEach(() => {
  errors.mockRestore();
  forgetServerTime();
  if (!hasWindow) return;
  window.localStorage.clear();
  window.sessionStorage.clear();
  const texts = takeTextReports();
  if (texts.length > 0) throw new Error(texts.join('\n'));
});
