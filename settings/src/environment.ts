/** The one file that reads the environment of its process: a lint rule (noProcessEnv in biome.json) keeps others from it. */
import type { SettingName } from './table';

/** Variables that other programs set. They are no settings of the product. */
type ForeignName =
  // The folder in which a command was typed (npm).
  | 'INIT_CWD'
  | 'PATH'
  | 'NODE_OPTIONS'
  // A CI system, and the run of it that made a release: GitHub and Gitea, GitLab, Jenkins.
  | 'CI'
  | 'GITHUB_SERVER_URL'
  | 'GITHUB_REPOSITORY'
  | 'GITHUB_RUN_ID'
  | 'CI_JOB_URL'
  | 'BUILD_URL';

type Variables = Partial<Record<SettingName | ForeignName, string>> & {
  /** Options of a command that npm took for itself, and secrets whose names a venue has chosen (patterns of the table). */
  [name: `npm_config_${string}` | `${'STRIPE' | 'PAYSTACK' | 'GLOBAL'}_SECRET_${string}`]: string | undefined;
};

/** Variables by name. To read a name that neither the table nor the list above has is a type error. */
export type Environment = Readonly<Variables>;

/** The environment of this process. What is set here is read by this process and by those that it starts. */
export const processEnv: Variables = process.env;
