import type { Command } from 'commander';
import { addSiteCommand, type CommandContext } from '../command';
import { CommandError } from '../errors';
import { table } from '../output';
import type { SiteClient } from '../site-client';
import { addMemberCommands } from './team-members';
import { grantWords, listOf, numberOf } from './team-words';

interface Token {
  id: number;
  team: string;
  apps: string[];
  channels: string[];
  most_percent: number;
  is_for_all: boolean;
  may_stage: boolean;
  expires_at: string;
  revoked_at: string | null;
}

/** `team list|create|revoke`: manages the tokens that teams release with. */
export function addTeamCommands(program: Command, context: CommandContext): void {
  const team = program.command('team').description('the tokens with which teams release');
  addSiteCommand(team, context, {
    usage: 'list',
    summary: 'the tokens and what each is for',
    changes: false,
    run: async ({ site }) => {
      const data = await tokensOf(site);
      const rows = data.map((token) => [
        String(token.id),
        token.team,
        token.apps.join(', '),
        grantWords(token),
        token.revoked_at ? `revoked ${token.revoked_at.slice(0, 10)}` : `until ${token.expires_at.slice(0, 10)}`,
      ]);
      const none = 'No team has a token yet. Make one: npm run foodhall -- team create --help';
      return { data, lines: rows.length > 0 ? table(['id', 'team', 'apps', 'for', 'valid'], rows) : [none] };
    },
  });
  addSiteCommand(team, context, {
    usage: 'create <team>',
    summary: 'make a token for a team; it is printed once',
    changes: true,
    configure: (command) =>
      command
        .requiredOption(
          '--apps <apps>',
          "the apps that it may release, with commas between: 'catalog,checkout'; host is the shell",
        )
        .option('--channels <channels>', "channels, with commas between; '*' is each", '')
        .option('--percent <n>', 'the largest rollout, 1 to 99', '0')
        .option('--everybody', 'also for all visitors')
        .option('--stage', 'may stage a release for any visitors, which people then approve')
        .option(
          '--overrides-from <origins>',
          "where its developers may run a remote from besides localhost, with commas between: 'https://preview.hall.example'",
          '',
        )
        .option('--days <n>', 'how long it is valid, 366 at most', '30'),
    run: async ({ site, args: [name = ''], options, isDryRun }) => {
      const body = {
        team: name,
        apps: listOf(options.apps),
        channels: listOf(options.channels),
        most_percent: numberOf('--percent', options.percent),
        is_for_all: options.everybody === true,
        may_stage: options.stage === true,
        override_origins: listOf(options.overridesFrom),
        days: numberOf('--days', options.days),
        dry_run: isDryRun,
      };
      const { data } = await site.request<{ data: (Token & { token: string }) | null }>(
        'POST',
        '/registry/tokens',
        body,
      );
      const what = `for ${body.apps.join(', ')}: ${grantWords(body)}`;
      if (!data) return { data: body, lines: [`${name} would get a token ${what}.`] };
      return {
        data,
        lines: [
          `Token ${data.id} of ${data.team} is ${what}, until ${data.expires_at.slice(0, 10)}.`,
          data.token,
          'It is not stored and not shown again. The team sets it as RELEASE_TOKEN.',
        ],
      };
    },
  });
  addMemberCommands(team, context);
  addSiteCommand(team, context, {
    usage: 'revoke <id>',
    summary: 'end a token at once',
    changes: true,
    run: async ({ site, args: [id = ''], isDryRun }) => {
      const token = (await tokensOf(site)).find((each) => String(each.id) === id);
      if (!token) throw new CommandError(`There is no token ${id}. npm run foodhall -- team list lists them.`);
      if (token.revoked_at) throw new CommandError(`Token ${id} of ${token.team} was revoked before.`);
      if (!isDryRun) await site.request('DELETE', `/registry/tokens/${token.id}`);
      const verb = isDryRun ? 'would be' : 'is';
      return { data: token, lines: [`Token ${id} of ${token.team} ${verb} revoked.`] };
    },
  });
}

const tokensOf = async (site: SiteClient) => (await site.request<{ data: Token[] }>('GET', '/registry/tokens')).data;
