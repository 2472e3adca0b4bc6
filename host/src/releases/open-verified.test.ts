import { createHash } from 'node:crypto';
import { NotReleased, OlderThanSeen } from './not-released';
import { type Opened, openInstead, openVerified } from './open-verified';
import { readMemory, writeMemory } from './verified-memory';

const SITE = 'https://hall.test';
const OPTIONS = { site: SITE, registryKey: 'a', graceHours: 24, notBefore: '' };
const mockTakeUp = jest.fn();
const mockNowOrLast = jest.fn();
jest.mock('./load-verification', () => ({
  loadVerification: async () => ({
    takeUp: (...args: unknown[]) => mockTakeUp(...args),
    verifiedNowOrLast: (...args: unknown[]) => mockNowOrLast(...args),
  }),
}));

const opened = (name: string) => ({ name, text: `"${name}"`, registry: name }) as unknown as Opened;
const hashOf = (name: string) => createHash('sha256').update(`"${name}"`).digest('hex');
const remember = (live: string, run?: string) =>
  writeMemory(OPTIONS, {
    trusted: { root: '', timestamp: 1, snapshot: 1, files: {} },
    live: { path: `registry/${live}.json`, length: 1, sha256: hashOf(live) },
    expires: 0,
    run: run && hashOf(run),
  });

const open = (name: string) => openVerified(opened(name), OPTIONS).then((taken) => taken.name);

beforeEach(() => {
  window.localStorage.clear();
  mockTakeUp.mockReset().mockResolvedValue(opened('verified'));
});
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

test('a first visit runs what the page contains, and remembers nothing', async () => {
  expect(await open('one')).toBe('one');
  expect(readMemory(OPTIONS)).toBeUndefined();
});

test('a snapshot that was verified runs without a request', async () => {
  remember('one');
  expect(await open('one')).toBe('one');
  expect(mockTakeUp).not.toHaveBeenCalled();
  expect(readMemory(OPTIONS)?.run).toBe(hashOf('one'));
});

test('a snapshot that is new to this browser runs only as it was verified', async () => {
  remember('one');
  expect(await open('two')).toBe('verified');
  expect(mockTakeUp).toHaveBeenCalledWith(opened('two'), OPTIONS, false);
  expect(readMemory(OPTIONS)?.run).toBe(hashOf('verified'));
});

describe('a snapshot that this browser ran before the live one', () => {
  test('runs in a page of the worker, which has the next page a little later', async () => {
    Object.defineProperty(navigator, 'serviceWorker', { value: { controller: {} }, configurable: true });
    remember('two', 'one');
    expect(await open('one')).toBe('one');
    expect(await open('two')).toBe('two');
    // From now on the page before is old.
    expect(await open('one')).toBe('verified');
  });

  test('does not run in a page of the server', async () => {
    remember('two', 'one');
    expect(await open('one')).toBe('verified');
  });
});

test('a site that was set up anew, with another key, is a first visit', async () => {
  remember('one');
  const { name } = await openVerified(opened('two'), { ...OPTIONS, registryKey: 'b' });
  expect(name).toBe('two');
  expect(mockTakeUp).not.toHaveBeenCalled();
});

describe('a registry that is older than one this browser has seen', () => {
  const refusal = new OlderThanSeen('/registry/pointer.json is older.');

  test('is replaced by what is verified', async () => {
    remember('one');
    mockNowOrLast.mockResolvedValue(opened('one'));
    expect((await openInstead(refusal, OPTIONS)).name).toBe('one');
  });

  test('stays refused if nothing can be verified, and on a first visit', async () => {
    mockNowOrLast.mockResolvedValue(opened('one'));
    await expect(openInstead(refusal, OPTIONS)).rejects.toBe(refusal);
    remember('one');
    mockNowOrLast.mockResolvedValue(undefined);
    await expect(openInstead(refusal, OPTIONS)).rejects.toBe(refusal);
  });

  test('is not replaced if another reason refuses it', async () => {
    remember('one');
    mockNowOrLast.mockResolvedValue(opened('one'));
    const forged = new NotReleased('Its signature does not match.');
    await expect(openInstead(forged, OPTIONS)).rejects.toBe(forged);
  });
});
