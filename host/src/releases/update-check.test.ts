import { checkForUpdate, fetchServedVersion, isNewer, nextState, type UpdateState } from './update-check';

const rules = { current: '2.2.63', reloadOnDowngrade: false };
const served = (version: string) => ({ type: 'version-served' as const, version });

describe('the update check', () => {
  test.each<[string, boolean, UpdateState]>([
    ['2.2.63', false, 'up-to-date'],
    ['2.2.64', false, 'out-of-date'],
    ['2.10.0', false, 'out-of-date'],
    ['2.2.62', false, 'up-to-date'],
    ['2.2.62', true, 'out-of-date'],
    ['2.2.63', true, 'up-to-date'],
    ['anything', false, 'up-to-date'],
  ])('of the served version %s, with reload on downgrade %s, results in %s', (version, reloadOnDowngrade, expected) => {
    expect(nextState('checking', served(version), { ...rules, reloadOnDowngrade })).toBe(expected);
  });

  test('counts as up to date if it fails', () => {
    expect(nextState('checking', { type: 'check-failed' }, { ...rules, reloadOnDowngrade: true })).toBe('up-to-date');
  });

  test('keeps its result once it has ended', () => {
    expect(nextState('up-to-date', served('9.0.0'), rules)).toBe('up-to-date');
    expect(nextState('out-of-date', { type: 'check-failed' }, rules)).toBe('out-of-date');
  });

  test('reports that it checks, then the served version', async () => {
    const onState = jest.fn();
    await checkForUpdate({ ...rules, fetchVersion: async () => '2.3.0', onState });
    expect(onState.mock.calls).toEqual([['checking'], ['out-of-date', '2.3.0']]);
  });

  test('logs a failure once and counts as up to date', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const onState = jest.fn();
    await checkForUpdate({
      ...rules,
      fetchVersion: async () => {
        throw new Error('gone');
      },
      onState,
    });
    expect(onState.mock.calls).toEqual([['checking'], ['up-to-date']]);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});

test.each([
  ['2.2.64', '2.2.63', true],
  ['2.2.63', '2.2.63', false],
  ['2.2.9', '2.2.63', false],
  ['3.0.0', '2.9.9', true],
  ['2.2.63', '2.2.63-rc.1', true],
  ['2.2.63-rc.1', '2.2.63', false],
  ['2.2.63-rc.10', '2.2.63-rc.9', true],
  ['2.2.63+build.7', '2.2.63', false],
  ['v2.3.0', '2.2.63', true],
  ['', '2.2.63', false],
])('%s is newer than %s: %s', (candidate, than, expected) => {
  expect(isNewer(candidate, than)).toBe(expected);
});

describe('the served version', () => {
  const respond = (body: unknown, status = 200) => {
    const request = jest.fn(async () => ({ ok: status === 200, status, json: async () => body }));
    Object.assign(window, { fetch: request });
    return request;
  };
  const fetchBefore = window.fetch;
  const timeoutBefore = AbortSignal.timeout;
  beforeEach(() => {
    AbortSignal.timeout = jest.fn(() => new AbortController().signal);
  });
  afterEach(() => {
    Object.assign(window, { fetch: fetchBefore });
    AbortSignal.timeout = timeoutBefore;
  });

  test('is requested past every cache and with a timeout of two minutes', async () => {
    const request = respond({ version: '2.2.64' });
    expect(await fetchServedVersion()).toBe('2.2.64');
    expect(request).toHaveBeenCalledWith('/meta.json', expect.objectContaining({ cache: 'no-store' }));
    expect(AbortSignal.timeout).toHaveBeenCalledWith(120_000);
  });

  test('can be in a directory', async () => {
    const request = respond({ version: '2.2.64' });
    await fetchServedVersion('/static/');
    expect(request).toHaveBeenCalledWith('/static/meta.json', expect.anything());
  });

  test('makes the check fail if it is missing or has no version', async () => {
    respond({}, 404);
    await expect(fetchServedVersion()).rejects.toThrow('/meta.json responded with 404.');
    respond({ release: 1 });
    await expect(fetchServedVersion()).rejects.toThrow('/meta.json has no version.');
  });
});
