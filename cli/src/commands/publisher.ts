import type { Command } from 'commander';
import { addSiteCommand, type CommandContext } from '../command';
import { CommandError, UsageError } from '../errors';
import { table } from '../output';
import type { SiteClient } from '../site-client';
import { grantWords, listOf, numberOf } from './team-words';

interface Publisher {
  id: number;
  team: string;
  provider: 'github' | 'gitlab';
  issuer: string;
  repository: string;
  workflow: string;
  branch: string | null;
  environment: string | null;
  apps: string[];
  channels: string[];
  most_percent: number;
  may_stage: boolean;
  removed_at: string | null;
}

/** The issuer and the workflow's file, where an operator names no other. */
const DEFAULTS = {
  github: { issuer: 'https://token.actions.githubusercontent.com', workflow: '.github/workflows/release.yml' },
  gitlab: { issuer: 'https://gitlab.com', workflow: '.gitlab-ci.yml' },
} as const;

/** `publisher list|add|remove`: manages the workflows of CI systems that release without a stored token. */
export function addPublisherCommands(program: Command, context: CommandContext): void {
  const publisher = program
    .command('publisher')
    .description('the workflows of GitHub and GitLab that release without a stored token');
  addSiteCommand(publisher, context, {
    usage: 'list',
    summary: 'the workflows and what each is for',
    changes: false,
    run: async ({ site }) => {
      const data = (await publishersOf(site)).filter(({ removed_at }) => removed_at === null);
      const rows = data.map((each) => [
        String(each.id),
        each.team,
        workflowWords(each),
        each.apps.join(', '),
        grantWords({ ...each, is_for_all: false }),
      ]);
      const none = 'No workflow may release yet. Add one: npm run foodhall -- publisher add --help';
      return { data, lines: rows.length > 0 ? table(['id', 'team', 'workflow', 'apps', 'for'], rows) : [none] };
    },
  });
  addSiteCommand(publisher, context, {
    usage: 'add <team> <repository>',
    summary: "let a workflow of a team's repository release, such as octo/menu",
    changes: true,
    configure: (command) =>
      command
        .requiredOption('--apps <apps>', "the apps that it may release, with commas between: 'catalog,checkout'")
        .requiredOption('--repository-id <id>', 'the id of the repository, at GitLab of the project')
        .requiredOption('--owner-id <id>', 'the id of its owner, at GitLab of the namespace')
        .option('--gitlab', 'the repository is at GitLab; by default at GitHub')
        .option('--issuer <address>', 'the issuer of a GitHub or GitLab of your own')
        .option(
          '--workflow <file>',
          'the file of the workflow, by default .github/workflows/release.yml or .gitlab-ci.yml',
        )
        .option('--branch <name>', 'the branch that may release')
        .option('--environment <name>', 'the environment that may release')
        .option('--channels <channels>', "channels, with commas between; '*' is each", '')
        .option('--percent <n>', 'the largest rollout, 1 to 99', '0')
        .option('--stage', 'may stage a release for any visitors, which people then approve'),
    run: async ({ site, args: [team = '', repository = ''], options, isDryRun }) => {
      const provider = options.gitlab === true ? ('gitlab' as const) : ('github' as const);
      const branch = textOf(options.branch);
      const environment = textOf(options.environment);
      if (branch === null && environment === null) throw new UsageError('Name --branch, --environment or both.');
      const body = {
        team,
        provider,
        issuer: textOf(options.issuer) ?? DEFAULTS[provider].issuer,
        repository,
        repository_id: String(options.repositoryId),
        owner_id: String(options.ownerId),
        workflow: textOf(options.workflow) ?? DEFAULTS[provider].workflow,
        branch,
        environment,
        apps: listOf(options.apps),
        channels: listOf(options.channels),
        most_percent: numberOf('--percent', options.percent),
        may_stage: options.stage === true,
        dry_run: isDryRun,
      };
      const { data } = await site.request<{ data: Publisher | null }>('POST', '/registry/publishers', body);
      const what = `${workflowWords(body)} for ${body.apps.join(', ')}: ${grantWords({ ...body, is_for_all: false })}`;
      if (!data) return { data: body, lines: [`${team} would release by ${what}.`] };
      return { data, lines: [`Publisher ${data.id}: ${team} releases by ${what}.`] };
    },
  });
  addSiteCommand(publisher, context, {
    usage: 'remove <id>',
    summary: 'let a workflow no longer release, at once',
    changes: true,
    run: async ({ site, args: [id = ''], isDryRun }) => {
      const found = (await publishersOf(site)).find((each) => String(each.id) === id);
      if (!found) throw new CommandError(`There is no publisher ${id}. npm run foodhall -- publisher list lists them.`);
      if (found.removed_at) throw new CommandError(`Publisher ${id} of ${found.team} was removed before.`);
      if (!isDryRun) await site.request('DELETE', `/registry/publishers/${found.id}`);
      return { data: found, lines: [`Publisher ${id} of ${found.team} ${isDryRun ? 'would be' : 'is'} removed.`] };
    },
  });
}

const publishersOf = async (site: SiteClient) =>
  (await site.request<{ data: Publisher[] }>('GET', '/registry/publishers')).data;

const textOf = (typed: unknown): string | null => (typeof typed === 'string' ? typed : null);

/** Names a workflow: '.github/workflows/release.yml of octo/menu, branch main, environment production'. */
function workflowWords({
  workflow,
  repository,
  branch,
  environment,
}: Pick<Publisher, 'workflow' | 'repository' | 'branch' | 'environment'>): string {
  const where = [branch && `branch ${branch}`, environment && `environment ${environment}`].filter(Boolean);
  return [`${workflow} of ${repository}`, ...where].join(', ');
}
