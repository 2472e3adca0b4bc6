import type { Command } from 'commander';
import { type CommandContext, ending, siteUrl } from '../command';
import { siteClient } from '../site-client';

/** `logout`: ends the session at the site, and forgets it here even if the site does not respond. */
export function addLogoutCommand(program: Command, context: CommandContext): void {
  program
    .command('logout')
    .description('end the session of the last login')
    .option('--site <url>', 'the site (default: SITE_URL, else that of the last login)')
    .action(async (options: { site?: string }) => {
      await ending(context, async () => {
        const url = await siteUrl(context, options.site);
        const signIn = await context.signIns.of(url);
        if (!signIn) {
          context.print(`You are not signed in to ${url}.`);
          return;
        }
        await context.signIns.remove(url);
        await siteClient({ url, token: signIn.token, fetch: context.fetch }).request('POST', '/logout');
        context.print(`${signIn.email} is signed out of ${url}.`);
      });
    });
}
