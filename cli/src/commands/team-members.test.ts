/** Tests the people of teams in the terminal. */
import { foodhall } from '../testing/run-command';

const ola = {
  id: 7,
  name: 'Ola Nordmann',
  email: 'ola@hall.example',
  team: 'menu',
  apps: ['catalog'],
  may_approve: true,
  may_roll_back: false,
  ci_accounts: [],
};
const listed = (...data: object[]) => ({ 'GET /registry/members': { body: { data } } });

test('members shows each person with the roles', async () => {
  const { printed } = await foodhall('team members', { responses: listed(ola) });
  expect(printed.map((line) => line.split(/ {2,}/))).toEqual([
    ['team', 'name', 'email', 'apps', 'may'],
    ['menu', 'Ola Nordmann', 'ola@hall.example', 'catalog', 'look, approve'],
  ]);
  expect((await foodhall('team members', { responses: listed() })).printed[0]).toContain('No person is in a team yet.');
});

test('member gives roles', async () => {
  const responses = { 'PUT /registry/members': { body: { data: ola } } };
  const run = await foodhall('team member menu ola@hall.example --apps catalog --approve', { responses });
  const { id: _id, name: _name, ...grant } = ola;
  expect(run.requests[0]?.body).toEqual({ ...grant, dry_run: false });
  expect(run.printed).toEqual(['Ola Nordmann has the roles for catalog in the team menu: look, approve.']);
});

test('leave removes a person by email', async () => {
  const responses = { ...listed(ola), 'DELETE /registry/members/7': { body: { data: ola } } };
  expect((await foodhall('team leave OLA@hall.example', { responses })).printed).toEqual([
    'Ola Nordmann is removed from the team menu.',
  ]);
  expect((await foodhall('team leave kari@hall.example', { responses })).code).toBe(1);
});
