import type { Command } from 'commander';
import { addSiteCommand, type CommandContext } from '../command';
import { CommandError } from '../errors';
import { table } from '../output';
import type { SiteClient } from '../site-client';

interface SiteOperator {
  id: number;
  name: string;
  email: string;
}

const EMAIL = '<email>';

/** `site-operator list|add|remove`: the people who run the site itself. */
export function addSiteOperatorCommands(program: Command, context: CommandContext): void {
  const operator = program
    .command('site-operator')
    .description('the people who make and remove halls, let teams release, and answer for accounts that no hall knows');
  addSiteCommand(operator, context, {
    usage: 'list',
    summary: 'who runs the site',
    changes: false,
    run: async ({ site }) => {
      const data = await operatorsOf(site);
      const rows = data.map(({ email, name }) => [email, name]);
      return { data, lines: rows.length > 0 ? table(['email', 'name'], rows) : ['The site has no site operator yet.'] };
    },
  });
  addSiteCommand(operator, context, {
    usage: `add ${EMAIL}`,
    summary: 'give the role to the account of an email, which its owner has confirmed by a code',
    changes: true,
    run: async ({ site, args: [email = ''], isDryRun }) => {
      if (isDryRun) return { data: { email }, lines: [`${email} would be a site operator.`] };
      const { data } = await site.request<{ data: SiteOperator }>('POST', '/site-operators', { email });
      return { data, lines: [`${data.email} is a site operator.`] };
    },
  });
  addSiteCommand(operator, context, {
    usage: `remove ${EMAIL}`,
    summary: 'take the role at once; the site keeps one site operator',
    changes: true,
    run: async ({ site, args: [email = ''], isDryRun }) => {
      const found = (await operatorsOf(site)).find((one) => one.email === email.toLowerCase());
      if (!found) throw new CommandError(`${email} is no site operator.`);
      if (!isDryRun) await site.request('DELETE', `/site-operators/${found.id}`);
      return { data: found, lines: [`${found.email} ${isDryRun ? 'would be' : 'is'} no site operator any more.`] };
    },
  });
}

const operatorsOf = async (site: SiteClient) =>
  (await site.request<{ data: SiteOperator[] }>('GET', '/site-operators')).data;
