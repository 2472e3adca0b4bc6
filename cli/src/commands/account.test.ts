import { foodhall } from '../testing/run-command';

const EMAIL = 'ada@hall.example';
const document = { account: { id: 3, name: 'Ada' }, orders: [{ id: 9 }] };

test.each(['', ' --json', ' --offline'])('account export%s prints the document alone, for a file', async (option) => {
  const run = await foodhall(`account export ${EMAIL}${option}`, {
    responses: { 'POST /accounts/export': { body: { data: document } } },
  });
  expect(run.printed.map((line) => JSON.parse(line))).toEqual([document]);
  // Servers log addresses but not bodies.
  expect(run.requests.map(({ url, body }) => [url.includes(EMAIL), body])).toEqual([[false, { email: EMAIL }]]);
});

test('account delete makes a dry run first, and then deletes the account', async () => {
  const responses = { 'POST /accounts/deletion': { status: 204 } };
  const tried = await foodhall(`account delete ${EMAIL} --dry-run`, { responses });
  expect(tried.requests.map(({ body }) => body)).toEqual([{ email: EMAIL, dry_run: true }]);
  expect(tried.printed).toEqual([
    `The account of ${EMAIL} would be deleted.`,
    'Nothing was changed: this was a dry run.',
  ]);
  const done = await foodhall(`account delete ${EMAIL}`, { responses });
  expect(done.requests.map(({ body }) => body)).toEqual([{ email: EMAIL, dry_run: false }]);
  expect(done.printed).toEqual([`The account of ${EMAIL} is deleted.`]);
});

test('reset-second-factor removes the factor and ends the sessions of an account', async () => {
  const responses = { 'POST /accounts/second-factor-reset': { body: { data: { had_second_factor: true } } } };
  const tried = await foodhall(`reset-second-factor ${EMAIL} --dry-run`, { responses });
  expect(tried.requests.map(({ body }) => body)).toEqual([{ email: EMAIL, dry_run: true }]);
  const done = await foodhall(`reset-second-factor ${EMAIL} --offline`, { responses });
  expect(done.printed).toEqual([
    `The second factor of ${EMAIL} is removed, and every session of the account has ended.`,
  ]);
});

test('account delete says why it is refused', async () => {
  const message = 'This person works here. End the roles first, then delete the account.';
  const { code, errors } = await foodhall(`account delete ${EMAIL}`, {
    responses: { 'POST /accounts/deletion': { status: 409, body: { message } } },
  });
  expect([code, errors]).toEqual([1, [message]]);
});
