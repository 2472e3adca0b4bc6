/** Trusted workflows of two CI systems, and the claims of the identity tokens of their runs, for tests. */

/** The issuer of both. */
export const CI_ISSUER = 'https://ci.example';
export const CI_COMMIT = '3f9a01c2d4e53f9a01c2d4e53f9a01c2d4e53f9a';

export const githubPublisher = {
  team: 'menu',
  provider: 'github',
  issuer: CI_ISSUER,
  repository: 'octo/menu',
  repository_id: '74',
  owner_id: '65',
  workflow: '.github/workflows/release.yml',
  branch: 'main',
  apps: ['catalog'],
  channels: ['beta'],
} as const;

export const githubClaims = {
  sub: 'repo:octo/menu:ref:refs/heads/main',
  repository: 'octo/menu',
  repository_id: '74',
  repository_owner: 'octo',
  repository_owner_id: '65',
  ref: 'refs/heads/main',
  ref_type: 'branch',
  sha: CI_COMMIT,
  event_name: 'push',
  workflow_ref: 'octo/menu/.github/workflows/release.yml@refs/heads/main',
  job_workflow_ref: 'octo/menu/.github/workflows/release.yml@refs/heads/main',
  run_id: '1500',
  actor_id: '583231',
};

export const gitlabPublisher = {
  ...githubPublisher,
  provider: 'gitlab',
  repository: 'stalls/menu',
  workflow: '.gitlab-ci.yml',
} as const;

export const gitlabClaims = {
  sub: 'project_path:stalls/menu:ref_type:branch:ref:main',
  project_path: 'stalls/menu',
  project_id: '74',
  namespace_id: '65',
  ref: 'main',
  ref_type: 'branch',
  ref_protected: 'true',
  pipeline_source: 'push',
  ci_config_ref_uri: 'ci.example/stalls/menu//.gitlab-ci.yml@refs/heads/main',
  sha: CI_COMMIT,
  job_id: '1500',
  user_id: '42',
};
