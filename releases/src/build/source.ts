/** Describes the origin of a release for the audit log: the commit, whether the folder had other changes, and the run of a CI system. */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type Environment, processEnv } from 'settings/environment';
import type { ReleaseSource } from '../model/service';
import type { Origin } from '../store/provenance';

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

/** The source of a build as its provenance states it. */
export type BuildSource = Pick<Origin, 'repository' | 'commit' | 'isClean' | 'workflow' | 'run' | 'lock'>;

/**
 * Describes the source of a build for its provenance. Facts that are not known are left out.
 * @param directory the sources, which `source` describes
 * @param lock the path of the lock file
 */
export async function buildSourceOf(
  directory: string,
  { commit, is_clean, ci_run }: ReleaseSource,
  lock: string,
  environment: Environment = processEnv,
): Promise<BuildSource> {
  const [remote, packages] = await Promise.all([git(directory, 'remote', 'get-url', 'origin'), readFile(lock)]);
  return {
    repository: repositoryOf(environment) ?? publicAddressOf(remote),
    commit,
    isClean: is_clean,
    workflow: workflowOf(environment),
    run: ci_run,
    lock: createHash('sha256').update(packages).digest('hex'),
  };
}

const repositoryOf = ({ GITHUB_SERVER_URL, GITHUB_REPOSITORY, CI_PROJECT_URL }: Environment) =>
  GITHUB_SERVER_URL && GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` : CI_PROJECT_URL;

/** The file of the workflow with its ref, as the identity tokens of GitHub and GitLab write it. */
function workflowOf(environment: Environment): string | undefined {
  const { GITHUB_WORKFLOW_REF, CI_SERVER_HOST, CI_PROJECT_PATH, CI_CONFIG_PATH, CI_COMMIT_TAG, CI_COMMIT_REF_NAME } =
    environment;
  if (GITHUB_WORKFLOW_REF) return GITHUB_WORKFLOW_REF;
  if (!CI_SERVER_HOST || !CI_PROJECT_PATH || !CI_COMMIT_REF_NAME) return undefined;
  const ref = `refs/${CI_COMMIT_TAG ? 'tags' : 'heads'}/${CI_COMMIT_REF_NAME}`;
  return `${CI_SERVER_HOST}/${CI_PROJECT_PATH}//${CI_CONFIG_PATH || '.gitlab-ci.yml'}@${ref}`;
}

/**
 * Writes the address of a remote repository so that everyone may read it.
 * @param remote as git writes it
 * @returns undefined for a folder of this machine
 */
export function publicAddressOf(remote: string | undefined): string | undefined {
  const [, host, path] = /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)(.+)$/.exec(remote ?? '') ?? [];
  const address = host ? `ssh://${host}/${path}` : remote;
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, host: server, pathname } = new URL(address);
  if (!/^(https?|ssh|git):$/.test(protocol)) return undefined;
  // A password or a token may be before the host, or in the query.
  return `${protocol}//${server}${pathname.replace(/\.git\/?$/, '')}`;
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
