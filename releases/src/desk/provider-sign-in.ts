/** Signs a person in to the desk with the OpenID provider that the site names, such as that of the company. */
import { ApiError } from 'core/errors';
import { sql } from 'kysely';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import type { ReleasesDeps } from '../deps';
import { SignedTexts } from '../overrides/signed-texts';
import type { Refusal } from '../service/identity';
import { DESK } from './address';

const CALLBACK = `${DESK}/provider/callback`;
const LIFETIME_MS = 10 * 60_000;
/** The provider's document is read again after this time, in milliseconds. */
const METADATA_MS = 10 * 60_000;
const COOKIE = 'desk_provider';
const VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]{1,2000})(?:;|$)`);

const attemptSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), until: z.string() });
const claimsSchema = z.object({ email: z.email(), email_verified: z.literal(true) });

const OUTDATED = 'This sign-in is more than ten minutes old, or began in another browser. Try again.';
const NO_EMAIL = 'The provider has not confirmed an email of yours.';

export class ProviderSignIn {
  private readonly texts: SignedTexts;
  private known: { configuration: Configuration; readAt: number } | null = null;

  constructor(private readonly deps: Pick<ReleasesDeps, 'db' | 'clock' | 'config' | 'log'>) {
    this.texts = new SignedTexts(deps);
  }

  /** The host of the provider, or null where the site names none. */
  get name(): string | null {
    const { deskProvider } = this.deps.config;
    return deskProvider && new URL(deskProvider.issuer).host;
  }

  /**
   * Begins a sign-in.
   * @returns the address at the provider, and the cookie by which the browser is known when it comes back
   * @throws ApiError 503 if the provider does not respond
   */
  async begin(): Promise<{ address: string; cookie: string }> {
    const configuration = await this.configuration();
    const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
    const until = new Date(this.deps.clock.now().getTime() + LIFETIME_MS).toISOString();
    const address = buildAuthorizationUrl(configuration, {
      ...{ state, nonce, redirect_uri: this.callback, scope: 'openid email' },
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const attempt = await this.texts.sign({ state, nonce, verifier, until }, 'provider');
    return { address: address.href, cookie: this.cookie(attempt, LIFETIME_MS / 1000) };
  }

  /**
   * Ends a sign-in.
   * @param request the cookies of the browser, and the query that the provider sent with it
   * @returns the account with the email that the provider has confirmed, or the reason why there is none
   */
  async finish({
    cookies = '',
    query,
  }: {
    cookies?: string | undefined;
    query: string;
  }): Promise<{ userId: number } | Refusal> {
    const attempt = await this.texts.open(VALUE.exec(cookies)?.[1] ?? '', 'provider', attemptSchema);
    if (!attempt || new Date(attempt.until) <= this.deps.clock.now()) return { refusal: OUTDATED };
    const configuration = await this.configuration();
    const claims = await this.claimsOf(configuration, query, attempt);
    if (claims === null) return { refusal: 'The provider has not signed you in. Try again.' };
    const { data } = claimsSchema.safeParse(claims);
    if (!data) return { refusal: NO_EMAIL };
    const user = await this.deps.db
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`lower(email) = lower(${data.email})`)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return user ? { userId: user.id } : { refusal: 'This site has no account with your email.' };
  }

  /** The cookie of a sign-in that has ended. */
  get noCookie(): string {
    return this.cookie('', 0);
  }

  /** @returns the claims about the person, or null if the provider's answer is not valid */
  private async claimsOf(
    configuration: Configuration,
    query: string,
    { state, nonce, verifier }: z.output<typeof attemptSchema>,
  ): Promise<unknown> {
    try {
      const tokens = await authorizationCodeGrant(configuration, new URL(`${this.callback}${query}`), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || claims.email !== undefined) return claims ?? null;
      return await fetchUserInfo(configuration, tokens.access_token, claims.sub);
    } catch (error) {
      this.deps.log.warn({ reason: (error as Error).message }, 'desk: a sign-in with the provider was refused');
      return null;
    }
  }

  private async configuration(): Promise<Configuration> {
    const { deskProvider } = this.deps.config;
    if (!deskProvider) throw new Error('The site names no provider.');
    if (this.known && Date.now() - this.known.readAt < METADATA_MS) return this.known.configuration;
    const { issuer, clientId, clientSecret } = deskProvider;
    try {
      const configuration = await discovery(new URL(issuer), clientId, clientSecret);
      this.known = { configuration, readAt: Date.now() };
      return configuration;
    } catch (cause) {
      throw new ApiError(503, 'PROVIDER_UNREACHABLE', `${this.name} does not respond. Sign in another way.`, { cause });
    }
  }

  private get callback(): string {
    return `${this.deps.config.siteUrl}${CALLBACK}`;
  }

  /** Lax, because the browser comes back from the provider. */
  private cookie(value: string, seconds: number): string {
    const secure = this.deps.config.siteUrl.startsWith('https:') ? '; Secure' : '';
    return `${COOKIE}=${value}; Path=${DESK}/provider; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  }
}
