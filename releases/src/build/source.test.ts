// Tests what a build's provenance says of its source.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSourceOf, publicAddressOf } from './source';

let folder: string;
let lock: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'source-'));
  lock = path.join(folder, 'package-lock.json');
  await writeFile(lock, '{}');
});
afterEach(() => rm(folder, { recursive: true }));

test.each([
  ['https://git.example/octo/menu.git', 'https://git.example/octo/menu'],
  ['https://user:secret@git.example/octo/menu.git?token=secret', 'https://git.example/octo/menu'],
  ['git@git.example:octo/menu.git', 'ssh://git.example/octo/menu'],
  ['ssh://git@git.example:2222/octo/menu', 'ssh://git.example:2222/octo/menu'],
  ['/srv/git/menu.git', undefined],
  ['file:///srv/git/menu.git', undefined],
  ['../menu', undefined],
  [undefined, undefined],
])('the remote %s is written as %s', (remote, address) => {
  expect(publicAddressOf(remote)).toBe(address);
});

const RUN = { commit: 'c', is_clean: true, ci_run: 'https://ci.example/1' };

test('a job of GitHub names its repository and workflow', async () => {
  const environment = {
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'octo/menu',
    GITHUB_WORKFLOW_REF: 'octo/menu/.github/workflows/release.yml@refs/heads/main',
  };
  expect(await buildSourceOf(folder, RUN, lock, environment)).toEqual({
    repository: 'https://github.com/octo/menu',
    commit: 'c',
    isClean: true,
    workflow: 'octo/menu/.github/workflows/release.yml@refs/heads/main',
    run: 'https://ci.example/1',
    lock: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
  });
});

test.each([
  [{}, 'gitlab.com/stalls/menu//.gitlab-ci.yml@refs/heads/main'],
  [{ CI_CONFIG_PATH: 'ci/release.yml' }, 'gitlab.com/stalls/menu//ci/release.yml@refs/heads/main'],
  [{ CI_COMMIT_TAG: 'v1', CI_COMMIT_REF_NAME: 'v1' }, 'gitlab.com/stalls/menu//.gitlab-ci.yml@refs/tags/v1'],
])('a job of GitLab with %j names the workflow as its identity token does', async (more, workflow) => {
  const environment = {
    CI_SERVER_HOST: 'gitlab.com',
    CI_PROJECT_URL: 'https://gitlab.com/stalls/menu',
    CI_PROJECT_PATH: 'stalls/menu',
    CI_COMMIT_REF_NAME: 'main',
    ...more,
  };
  const source = await buildSourceOf(folder, RUN, lock, environment);
  expect(source).toMatchObject({ repository: 'https://gitlab.com/stalls/menu', workflow });
});

test('a folder outside of a repository has no address', async () => {
  expect(await buildSourceOf(folder, {}, lock, {})).toMatchObject({ repository: undefined, workflow: undefined });
});
