import { requestIds } from './request-ids';

test('the ids of a process differ, and so do those of two processes', () => {
  const [first, second] = [requestIds(), requestIds()];
  const ids = [first(), first(), second(), second()];
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/);
});
