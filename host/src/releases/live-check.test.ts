import { createLiveCheck } from './live-check';
import { setOverdue } from './overdue';

const mockVerify = jest.fn();
const mockIsOverdue = jest.fn();
jest.mock('./load-verification', () => ({
  loadVerification: async () => ({
    verifyLive: (options: unknown) => mockVerify(options),
    isOverdue: () => mockIsOverdue(),
  }),
}));
jest.mock('./overdue', () => ({ setOverdue: jest.fn() }));

const OPTIONS = {
  site: 'https://hall.test',
  registryKey: 'a',
  graceHours: 24,
  notBefore: '',
  root: { version: 1, integrity: '' },
};
const MINUTE_MS = 60_000;

let check: (name: string) => Promise<boolean>;
beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockImplementation();
  jest.mocked(setOverdue).mockClear();
  mockVerify.mockReset().mockResolvedValue({ name: 'one', text: '' });
  mockIsOverdue.mockReset().mockReturnValue(false);
  check = createLiveCheck(() => OPTIONS);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a site without a root is not asked for metadata', async () => {
  check = createLiveCheck(() => ({ ...OPTIONS, root: undefined }));
  expect(await check('one')).toBe(true);
  expect(mockVerify).not.toHaveBeenCalled();
});

test('the live snapshot is verified, and again after ten minutes', async () => {
  expect(await check('one')).toBe(true);
  jest.advanceTimersByTime(9 * MINUTE_MS);
  expect(await check('one')).toBe(true);
  expect(mockVerify).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(2 * MINUTE_MS);
  expect(await check('one')).toBe(true);
  expect(mockVerify).toHaveBeenCalledTimes(2);
});

test('another snapshot is verified at once, and does not count until the metadata name it', async () => {
  await check('one');
  expect(await check('two')).toBe(false);
  mockVerify.mockResolvedValue({ name: 'two', text: '' });
  expect(await check('two')).toBe(true);
});

test('the visitor is told once the grace time is over, until a check succeeds', async () => {
  mockVerify.mockRejectedValue(new Error('was valid until'));
  await check('one');
  expect(setOverdue).toHaveBeenLastCalledWith(false);
  mockIsOverdue.mockReturnValue(true);
  await check('one');
  expect(setOverdue).toHaveBeenLastCalledWith(true);
  mockVerify.mockResolvedValue({ name: 'one', text: '' });
  await check('one');
  expect(setOverdue).toHaveBeenLastCalledWith(false);
});
