import type { Command } from 'commander';
import { addSiteCommand, type CommandContext } from '../command';
import { CommandError } from '../errors';
import { table } from '../output';
import type { SiteClient } from '../site-client';
import { listOf } from './team-words';

interface Member {
  id: number;
  name: string;
  email: string;
  team: string;
  apps: string[];
  may_approve: boolean;
  may_roll_back: boolean;
  ci_accounts: string[];
}

/** `team members|member|leave`: manages the people of teams, who sign in to the release desk in their own name. */
export function addMemberCommands(team: Command, context: CommandContext): void {
  addSiteCommand(team, context, {
    usage: 'members',
    summary: 'the people of teams at the release desk',
    changes: false,
    run: async ({ site }) => {
      const data = await membersOf(site);
      const rows = data.map(({ team: name, ...each }) => [
        name,
        each.name,
        each.email,
        each.apps.join(', '),
        rolesOf(each),
      ]);
      const none = 'No person is in a team yet. Add one: npm run foodhall -- team member --help';
      return { data, lines: rows.length > 0 ? table(['team', 'name', 'email', 'apps', 'may'], rows) : [none] };
    },
  });
  addSiteCommand(team, context, {
    usage: 'member <team> <email>',
    summary: 'add the person of an account to a team, or change the roles; everyone may look',
    changes: true,
    configure: (command) =>
      command
        .requiredOption('--apps <apps>', "the team's apps, with commas between: 'catalog,checkout'")
        .option('--approve', 'may make live what was staged')
        .option('--roll-back', 'may roll back, and end rollouts and channels')
        .option('--ci <accounts>', "the person's accounts at CI systems, with commas between: 'github:583231'", ''),
    run: async ({ site, args: [name = '', email = ''], options, isDryRun }) => {
      const body = {
        email,
        team: name,
        apps: listOf(options.apps),
        may_approve: options.approve === true,
        may_roll_back: options.rollBack === true,
        ci_accounts: listOf(options.ci),
        dry_run: isDryRun,
      };
      const { data } = await site.request<{ data: Member | null }>('PUT', '/registry/members', body);
      const what = `${body.apps.join(', ')} in the team ${name}: ${rolesOf(body)}`;
      if (!data) return { data: body, lines: [`${email} would have the roles for ${what}.`] };
      return { data, lines: [`${data.name} has the roles for ${what}.`] };
    },
  });
  addSiteCommand(team, context, {
    usage: 'leave <email>',
    summary: 'remove a person from the team, at once',
    changes: true,
    run: async ({ site, args: [email = ''], isDryRun }) => {
      const found = (await membersOf(site)).find((each) => each.email.toLowerCase() === email.toLowerCase());
      if (!found) throw new CommandError(`${email} is in no team. npm run foodhall -- team members lists the people.`);
      if (!isDryRun) await site.request('DELETE', `/registry/members/${found.id}`);
      return {
        data: found,
        lines: [`${found.name} ${isDryRun ? 'would be' : 'is'} removed from the team ${found.team}.`],
      };
    },
  });
}

const membersOf = async (site: SiteClient) => (await site.request<{ data: Member[] }>('GET', '/registry/members')).data;

const rolesOf = ({ may_approve, may_roll_back }: Pick<Member, 'may_approve' | 'may_roll_back'>): string =>
  ['look', ...(may_approve ? ['approve'] : []), ...(may_roll_back ? ['roll back'] : [])].join(', ');
