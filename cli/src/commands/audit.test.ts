/** Tests the audit log in the terminal. */
import { foodhall } from '../testing/run-command';

const HASH = 'a'.repeat(64);
const whole = { entries: 3, head: { position: 3, hash: HASH }, fault: null };
const verification = (data: object) => ({ 'GET /audit/verification': { body: { data } } });

test('verify says that all entries agree, and prints a head to note', async () => {
  const { code, printed } = await foodhall('audit verify', { responses: verification(whole) });
  expect(code).toBe(0);
  expect(printed.slice(0, 2)).toEqual([
    'All 3 entries are as they were written.',
    `Note this outside of the database: 3:${HASH}`,
  ]);
});

test('verify fails with the first entry that does not agree', async () => {
  const fault = { position: 2, id: 17, sentence: 'The entry 17 is gone.' };
  const { code, errors } = await foodhall('audit verify', { responses: verification({ ...whole, fault }) });
  expect([code, errors]).toEqual([1, ['The audit log is not as it was written. The entry 17 is gone.']]);
});

test('verify compares with a noted head, which it sends to the site only in its exact form', async () => {
  const path = `/audit/verification?head=2:${HASH}`;
  const run = await foodhall(`audit verify --head 2:${HASH}`, {
    responses: { [`GET ${path}`]: { body: { data: whole } } },
  });
  expect(run.code).toBe(0);
  const wrong = await foodhall('audit verify --head latest', { responses: verification(whole) });
  expect([wrong.code, wrong.requests]).toEqual([2, []]);
});

test('list shows who did what, and the team of a release', async () => {
  const entry = { at: '2026-11-23T11:40:12.000Z', actor: null, subject: 'catalog@1.0.0-a', after: { team: 'menu' } };
  const data = [
    { ...entry, id: 9, action: 'release.taken' },
    { ...entry, id: 8, action: 'member.added', subject: 'a@hall.example', actor: { id: 1, name: 'Ola' }, after: null },
  ];
  const run = await foodhall('audit list --action release. --limit 2', {
    responses: { 'GET /audit?limit=2&action=release.': { body: { data } } },
  });
  expect(run.printed).toEqual([
    'id  at (UTC)          who   action         subject',
    '9   2026-11-23 11:40  menu  release.taken  catalog@1.0.0-a',
    '8   2026-11-23 11:40  Ola   member.added   a@hall.example',
  ]);
});
