import { foodhall } from '../testing/run-command';

const ola = { id: 3, name: 'Ola', email: 'ola@hall.example' };
const responses = {
  'GET /site-operators': { body: { data: [ola] } },
  'POST /site-operators': { status: 201, body: { data: ola } },
  'DELETE /site-operators/3': { status: 204 },
};

test('site-operator list prints who runs the site', async () => {
  const { printed } = await foodhall('site-operator list', { responses });
  expect(printed.join('\n')).toMatch(/ola@hall.example +Ola/);
});

test('site-operator add gives the role, and a dry run does not', async () => {
  const tried = await foodhall(`site-operator add ${ola.email} --dry-run`, { responses });
  expect(tried.requests).toEqual([]);
  const done = await foodhall(`site-operator add ${ola.email}`, { responses });
  expect(done.requests.map(({ body }) => body)).toEqual([{ email: ola.email }]);
  expect(done.printed).toEqual(['ola@hall.example is a site operator.']);
});

test('site-operator remove takes the role of a person who has it', async () => {
  const done = await foodhall('site-operator remove Ola@Hall.example', { responses });
  expect(done.printed).toEqual(['ola@hall.example is no site operator any more.']);
  expect(done.requests.at(-1)?.url).toContain('/site-operators/3');
  const { code, errors } = await foodhall('site-operator remove no@one.example', { responses });
  expect([code, errors]).toEqual([1, ['no@one.example is no site operator.']]);
});
