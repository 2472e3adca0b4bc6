/**
 * The only file through which the API, the releases, the sandbox and the commands read the environment of their processes. A lint rule
 * (noProcessEnv in biome.json) refuses `process.env` elsewhere. It exempts tests with the programs that they start, and scripts in plain
 * JavaScript.
 */
import type { SettingName } from './table';

/** Variables that other programs set. They are not settings of the product. */
type ForeignName =
  // The folder in which a command was typed (npm).
  | 'INIT_CWD'
  | 'PATH'
  | 'NODE_OPTIONS'
  // The CI system and the run that made a release: GitHub and Gitea, GitLab, Jenkins.
  | 'CI'
  | 'GITHUB_SERVER_URL'
  | 'GITHUB_REPOSITORY'
  | 'GITHUB_RUN_ID'
  // Where a job of GitHub Actions gets its identity token.
  | 'ACTIONS_ID_TOKEN_REQUEST_URL'
  | 'ACTIONS_ID_TOKEN_REQUEST_TOKEN'
  | 'GITHUB_WORKFLOW_REF'
  | 'CI_JOB_URL'
  | 'CI_SERVER_HOST'
  | 'CI_PROJECT_URL'
  | 'CI_PROJECT_PATH'
  | 'CI_CONFIG_PATH'
  | 'CI_COMMIT_TAG'
  | 'CI_COMMIT_REF_NAME'
  | 'BUILD_URL';

type Variables = Partial<Record<SettingName | ForeignName, string>> & {
  /** Options that npm takes from a command line, and secrets whose names a venue has chosen (`patterns` in the table). */
  [name: `npm_config_${string}` | `${'STRIPE' | 'PAYSTACK' | 'GLOBAL'}_SECRET_${string}`]: string | undefined;
};

/** Variables by name. Reading a name that is neither in the table nor in the list above is a type error. */
export type Environment = Readonly<Variables>;

/** The environment of this process. A value that is set here reaches this process and those that it starts. */
export const processEnv: Variables = process.env;
