import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { type CommandContext, ending, siteUrl } from '../command';
import { CommandError } from '../errors';
import { siteClient } from '../site-client';

/** The response to the first step of an account with a second factor. A passkey needs a browser. */
interface FactorAsked {
  second_factor: { token: string; methods: string[] };
}

interface SignedIn {
  token: string;
  data: { name: string; email: string };
}

/** `login`: signs in to a site, with a password or with a code by email, and remembers the session for the next commands. */
export function addLoginCommand(program: Command, context: CommandContext): void {
  program
    .command('login')
    .description('sign in to a running site, for the commands that follow')
    .option('--site <url>', 'the running site (default: SITE_URL, else this machine)')
    .option('--email <email>', 'the email of your account')
    .option('--code', 'sign in with a code by email, in place of a password')
    .option('--json', 'print the result as JSON')
    .action(async (options: { site?: string; email?: string; code?: boolean; json?: boolean }) => {
      await ending(context, async () => {
        const url = await siteUrl(context, options.site);
        const site = siteClient({ url, token: null, fetch: context.fetch });
        const email = options.email ?? (await context.ask('Email: '));
        const answer = options.code
          ? await byCode(context, site, email)
          : await site.request<SignedIn | FactorAsked>('POST', '/login', {
              email,
              password: await context.ask('Password: ', { isSecret: true }),
            });
        const { token, data } = 'second_factor' in answer ? await finish(context, site, answer) : answer;
        if (typeof token !== 'string') throw new CommandError(`${url} did not respond as a site of Foodhall does.`);
        await context.signIns.add({ url, email: data.email, token });
        const result = { site: url, name: data.name, email: data.email };
        context.print(options.json ? JSON.stringify(result, null, 2) : `${data.name} is signed in to ${url}.`);
      });
    });
}

/** The site accepts the code only together with the browser key that requested it. */
async function byCode(
  context: CommandContext,
  site: ReturnType<typeof siteClient>,
  email: string,
): Promise<SignedIn | FactorAsked> {
  const browser_key = randomBytes(32).toString('base64url');
  const { message } = await site.request<{ message: string }>('POST', '/login/code', { email, browser_key });
  context.printError(message);
  const code = await context.ask('Code: ');
  return site.request<SignedIn | FactorAsked>('POST', '/login/code/verify', { email, browser_key, code });
}

/** Asks for the six digits of an authenticator app, or for a recovery code, which is longer. */
async function finish(
  context: CommandContext,
  site: ReturnType<typeof siteClient>,
  { second_factor: { token, methods } }: FactorAsked,
): Promise<SignedIn> {
  const question = methods.includes('authenticator')
    ? 'Code of your authenticator app, or a recovery code: '
    : 'Recovery code (a passkey works only in a browser): ';
  const typed = (await context.ask(question)).trim();
  const isDigits = typed.replace(/\s/g, '').length <= 6;
  const answer = isDigits ? { code: typed } : { recovery_code: typed };
  return site.request<SignedIn>('POST', '/login/second-factor', { token, ...answer });
}
