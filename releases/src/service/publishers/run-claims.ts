/**
 * Compares the claims of a CI system's identity token with a publisher. The claims are those that GitHub Actions and GitLab document; the
 * caller has verified the token's signature, issuer, audience and times.
 */
import type { CiRun, ReleasePublishersTable } from 'core/database/types';
import type { Selectable } from 'kysely';
import { z } from 'zod';

/** The workflow that a site trusts. */
export type Publisher = Pick<
  Selectable<ReleasePublishersTable>,
  'provider' | 'issuer' | 'repository' | 'repository_id' | 'owner_id' | 'workflow' | 'branch' | 'environment'
>;

const text = z.string().min(1).max(500);
const commit = z.string().regex(/^[0-9a-f]{40,64}$/);

const githubSchema = z.object({
  sub: text,
  repository: text,
  repository_id: text,
  repository_owner_id: text,
  ref: text,
  event_name: text,
  workflow_ref: text,
  /** The file that the job is written in. It differs from workflow_ref in a job that another workflow calls. */
  job_workflow_ref: text.optional(),
  environment: text.optional(),
  sha: commit,
  run_id: text,
  actor_id: text,
});

const gitlabSchema = z.object({
  sub: text,
  project_path: text,
  project_id: text,
  namespace_id: text,
  ref: text,
  ref_type: z.enum(['branch', 'tag']),
  ref_protected: text,
  pipeline_source: text,
  ci_config_ref_uri: text,
  environment: text.optional(),
  sha: commit,
  job_id: text,
  user_id: text,
});

/** The facts that both CI systems state, in one form. */
interface Facts {
  repository: string;
  repositoryId: string;
  ownerId: string;
  /** 'refs/heads/main' */
  ref: string;
  event: string;
  /** The workflow files that the job comes from, as the CI system writes them. */
  workflows: readonly string[];
  environment: string | undefined;
  /** False if anyone who may push to the repository may move the ref. Undefined if the CI system does not say. */
  isProtected?: boolean;
  run: CiRun;
}

/** Events whose code has been merged. The events of a pull request, also from a fork, are not among them. */
const EVENTS: Readonly<Record<Publisher['provider'], readonly string[]>> = {
  github: ['push', 'workflow_dispatch', 'schedule', 'release'],
  gitlab: ['push', 'web', 'schedule'],
};

const READERS: Readonly<Record<Publisher['provider'], (claims: unknown, issuer: string) => Facts>> = {
  github(claims, issuer) {
    const read = githubSchema.parse(claims);
    const { host } = new URL(issuer);
    const base = `https://${host === 'token.actions.githubusercontent.com' ? 'github.com' : host}/${read.repository}`;
    return {
      repository: read.repository,
      repositoryId: read.repository_id,
      ownerId: read.repository_owner_id,
      ref: read.ref,
      event: read.event_name,
      workflows: [read.workflow_ref, read.job_workflow_ref ?? read.workflow_ref],
      environment: read.environment,
      run: {
        subject: read.sub,
        repository: base,
        commit: read.sha,
        workflow: read.workflow_ref,
        run: `${base}/actions/runs/${read.run_id}`,
        actor: `github:${read.actor_id}`,
      },
    };
  },
  gitlab(claims, issuer) {
    const read = gitlabSchema.parse(claims);
    const base = `${issuer}/${read.project_path}`;
    return {
      repository: read.project_path,
      repositoryId: read.project_id,
      ownerId: read.namespace_id,
      ref: `refs/${read.ref_type === 'tag' ? 'tags' : 'heads'}/${read.ref}`,
      event: read.pipeline_source,
      workflows: [read.ci_config_ref_uri],
      environment: read.environment,
      isProtected: read.ref_protected === 'true',
      run: {
        subject: read.sub,
        repository: base,
        commit: read.sha,
        workflow: read.ci_config_ref_uri,
        run: `${base}/-/jobs/${read.job_id}`,
        actor: `gitlab:${read.user_id}`,
      },
    };
  },
};

/** Writes the publisher's workflow at a ref as the claims of its CI system do. */
function workflowAt({ provider, issuer, repository, workflow }: Publisher, ref: string): string {
  const place = provider === 'github' ? `${repository}/` : `${new URL(issuer).host}/${repository}//`;
  return `${place}${workflow}@${ref}`;
}

/**
 * Decides whether the run of a token is one of the publisher's.
 * @param claims of a token that the publisher's issuer signed for this site
 * @returns the run, or the first reason why it may not release
 */
export function runOf(publisher: Publisher, claims: unknown): CiRun | { refusal: string } {
  let facts: Facts;
  try {
    facts = READERS[publisher.provider](claims, publisher.issuer);
  } catch {
    return { refusal: `The identity token has not the claims of a ${NAMES[publisher.provider]} job.` };
  }
  const refusal = refusalOfFacts(publisher, facts);
  return refusal === null ? facts.run : { refusal };
}

const NAMES = { github: 'GitHub Actions', gitlab: 'GitLab' } as const;

function refusalOfFacts(publisher: Publisher, facts: Facts): string | null {
  const { provider, repository, repository_id, owner_id, workflow, branch, environment } = publisher;
  if (facts.repositoryId !== repository_id) return `The identity token is not of the repository ${repository}.`;
  if (facts.repository !== repository) return `The repository ${repository} has another name now.`;
  if (facts.ownerId !== owner_id) return `The repository ${repository} has another owner now.`;
  if (!EVENTS[provider].includes(facts.event))
    return `Runs for other events than ${EVENTS[provider].join(', ')} may not release ${repository}.`;
  if (facts.isProtected === false) return `Only protected branches and tags of ${repository} may release.`;
  if (branch !== null && facts.ref !== `refs/heads/${branch}`)
    return `Only the branch ${branch} of ${repository} may release.`;
  if (environment !== null && facts.environment !== environment)
    return `Only jobs of the environment ${environment} of ${repository} may release.`;
  const expected = workflowAt(publisher, facts.ref);
  return facts.workflows.every((each) => each === expected)
    ? null
    : `Only the workflow ${workflow} of ${repository} may release.`;
}
