/** Tests the trusted workflows in the terminal. */
import { foodhall } from '../testing/run-command';

const menu = {
  id: 3,
  team: 'menu',
  provider: 'github',
  issuer: 'https://token.actions.githubusercontent.com',
  repository: 'octo/menu',
  repository_id: '74',
  owner_id: '65',
  workflow: '.github/workflows/release.yml',
  branch: 'main',
  environment: null,
  apps: ['catalog'],
  channels: ['beta'],
  most_percent: 10,
  may_stage: false,
};
const stored = { ...menu, created_at: '2026-11-30T00:00:00.000Z', removed_at: null };
const listed = (...data: object[]) => ({ 'GET /registry/publishers': { body: { data } } });
const added = { 'POST /registry/publishers': { status: 201, body: { data: stored } } };
const ADD = 'publisher add menu octo/menu --repository-id 74 --owner-id 65 --apps catalog --channels beta --percent 10';

test('list shows the workflows that may release, and no removed one', async () => {
  const { printed } = await foodhall('publisher list', {
    responses: listed(stored, { ...stored, id: 4, removed_at: '2026-11-30T00:00:00.000Z' }),
  });
  expect(printed.map((line) => line.split(/ {2,}/))).toEqual([
    ['id', 'team', 'workflow', 'apps', 'for'],
    [
      '3',
      'menu',
      '.github/workflows/release.yml of octo/menu, branch main',
      'catalog',
      'the channel beta, rollouts up to 10 %',
    ],
  ]);
  expect((await foodhall('publisher list', { responses: listed() })).printed[0]).toContain(
    'No workflow may release yet.',
  );
});

test('add names the workflow at GitHub, and at a GitLab of its own', async () => {
  const run = await foodhall(`${ADD} --branch main`, { responses: added });
  expect(run.requests[0]?.body).toEqual({ ...menu, id: undefined, dry_run: false });
  expect(run.printed).toEqual([
    'Publisher 3: menu releases by .github/workflows/release.yml of octo/menu, branch main for catalog: the channel beta, rollouts up to 10 %.',
  ]);
  const own = await foodhall(`${ADD} --gitlab --issuer https://git.hall.example --environment live`, {
    responses: added,
  });
  expect(own.requests[0]?.body).toMatchObject({
    provider: 'gitlab',
    issuer: 'https://git.hall.example',
    workflow: '.gitlab-ci.yml',
    branch: null,
    environment: 'live',
  });
});

test('add asks for the branch or the environment', async () => {
  const { code, requests, errors } = await foodhall(ADD, { responses: added });
  expect([code, requests, errors[0]]).toEqual([2, [], 'Name --branch, --environment or both.']);
});

test('remove ends a workflow, and explains why it cannot end another', async () => {
  const responses = {
    ...listed(stored, { ...stored, id: 4, removed_at: '2026-11-30T00:00:00.000Z' }),
    'DELETE /registry/publishers/3': { body: { data: stored } },
  };
  expect((await foodhall('publisher remove 3', { responses })).printed).toEqual(['Publisher 3 of menu is removed.']);
  expect((await foodhall('publisher remove 3 --dry-run', { responses })).requests).toHaveLength(1);
  expect((await foodhall('publisher remove 4', { responses })).errors).toEqual([
    'Publisher 4 of menu was removed before.',
  ]);
  expect((await foodhall('publisher remove 5', { responses })).code).toBe(1);
});
