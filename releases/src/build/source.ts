/** Describes the origin of a release for the audit log: the commit, whether the folder had other changes, and the run of a CI system. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Environment, processEnv } from 'settings/environment';
import type { ReleaseSource } from '../model/service';

/** The length of a message that the log accepts. */
const MOST_LENGTH = 500;

/**
 * @param directory the sources
 * @param message if left out, the first line of the commit's message
 */
export async function sourceOf(
  directory: string,
  message: string | undefined,
  environment: Environment = processEnv,
): Promise<ReleaseSource> {
  const [commit, subject, changes] = await Promise.all([
    git(directory, 'rev-parse', 'HEAD'),
    git(directory, 'log', '-1', '--format=%s'),
    git(directory, 'status', '--porcelain'),
  ]);
  return {
    commit,
    is_clean: commit === undefined || changes === undefined ? undefined : changes === '',
    ci_run: runOf(environment),
    message: (message ?? subject)?.slice(0, MOST_LENGTH),
  };
}

/** The warning about sources that are in no commit. */
export const dirtyLine = ({ is_clean }: ReleaseSource): string | null =>
  is_clean === false ? 'The working copy has changes that no commit has.' : null;

/** @returns undefined without a repository, a commit or git */
async function git(directory: string, ...args: string[]): Promise<string | undefined> {
  const run = promisify(execFile)('git', ['-C', directory, ...args]);
  return await run.then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
}

/** The address of the CI run on GitHub and Gitea, GitLab or Jenkins. */
function runOf({ GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, CI_JOB_URL, BUILD_URL }: Environment) {
  if (GITHUB_RUN_ID) return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  return CI_JOB_URL ?? BUILD_URL;
}
