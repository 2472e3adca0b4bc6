import { findText, Unreachable } from './read-text';

const SITE = 'https://hall.test';
const before = window.fetch;
const cancel = jest.fn(async () => {});

/** Responds with these pieces. jsdom has no Response. */
function respond(pieces: readonly string[], status = 200): void {
  const left = pieces.map((piece) => new TextEncoder().encode(piece));
  const read = async () => ({ done: left.length === 0, value: left.shift() });
  const body = { getReader: () => ({ read, cancel }) };
  window.fetch = async () => ({ ok: status === 200, status, body }) as unknown as Response;
}
afterEach(() => {
  window.fetch = before;
  cancel.mockClear();
});

test('a file is read up to its limit, and no further', async () => {
  respond(['12345', '67890']);
  expect(await findText('/a.json', SITE, 10)).toBe('1234567890');
  expect(cancel).not.toHaveBeenCalled();
  respond(['12345', '67890', 'endless']);
  await expect(findText('/a.json', SITE, 9)).rejects.toThrow('/a.json has more than 9 bytes. It was not used.');
  expect(cancel).toHaveBeenCalledTimes(1);
});

test('a letter may be cut between two pieces', async () => {
  const [first = 0, second = 0] = new TextEncoder().encode('é');
  const left = [Uint8Array.of(first), Uint8Array.of(second)];
  const body = { getReader: () => ({ read: async () => ({ done: left.length === 0, value: left.shift() }) }) };
  window.fetch = async () => ({ ok: true, status: 200, body }) as unknown as Response;
  expect(await findText('/a.json', SITE, 9)).toBe('é');
});

test('a missing file is no error, and another status is', async () => {
  respond([], 404);
  expect(await findText('/a.json', SITE, 9)).toBeUndefined();
  respond([], 500);
  await expect(findText('/a.json', SITE, 9)).rejects.toThrow('/a.json responded with 500.');
});

test('a failed request tells that the site is unreachable', async () => {
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(findText('/a.json', SITE, 9)).rejects.toBeInstanceOf(Unreachable);
});
