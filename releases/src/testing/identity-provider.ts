/** Starts the OpenID provider of `openid-provider.mjs` for a test, and lets `fetch` of the test's process reach it at its address. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface IdentityProvider {
  /** Signs a token for `audience` with these claims besides its own. A claim of null is left out. */
  token(audience: string, claims: object): Promise<string>;
  /** Returns the published keys. */
  keys(): Promise<{ kid: string }[]>;
  /** Replaces the keys: tokens that were signed before are no longer the provider's. */
  rotate(): Promise<void>;
  /**
   * Signs a person in, as the person does in a browser: at the address to which a site sends the browser.
   * @param account the email of the person; 'unproved ' before it: the provider has not confirmed it
   * @returns the address of the site to which the provider sends the browser back
   */
  signIn(address: string, account: string): Promise<string>;
  /** Responds to a request for an address of the issuer. */
  fetch(address: string, init?: RequestInit): Promise<Response>;
  stop(): void;
}

/** @param issuer 'https://ci.example' */
async function startIdentityProvider(issuer: string): Promise<IdentityProvider> {
  const program = path.join(__dirname, 'openid-provider.mjs');
  const child: ChildProcess = spawn(process.execPath, [program, issuer], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [port] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line');
  // Tests replace the global one.
  const { fetch } = globalThis;
  const send = (address: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${address.replace(issuer, '')}`, init);
  return {
    async token(audience, claims) {
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'ci',
        client_secret: 'ci',
        resource: audience,
        claims: JSON.stringify(claims),
      });
      const response = await send('/token', { method: 'POST', body });
      return ((await response.json()) as { access_token: string }).access_token;
    },
    keys: async () => ((await (await send('/jwks')).json()) as { keys: { kid: string }[] }).keys,
    rotate: async () => {
      await send('/rotate', { method: 'POST' });
    },
    async signIn(address, account) {
      const cookies = new Map<string, string>();
      for (let next = address; ; ) {
        const isQuestion = next.includes('/interaction/');
        const url = isQuestion ? `${next}?account=${encodeURIComponent(account)}` : next;
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await send(url, { redirect: 'manual', headers: { cookie } });
        for (const set of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        next = response.headers.get('location') ?? '';
        if (next === '') throw new Error(`The provider responded with ${response.status}: ${await response.text()}`);
        if (!next.startsWith(issuer) && !next.startsWith('/')) return next;
      }
    },
    fetch: send,
    stop: () => child.kill(),
  };
}

export interface RunningProvider {
  readonly current: IdentityProvider;
  /** Responds to every `fetch` of this process. A test may replace it, until its end. */
  network: (address: string, init?: RequestInit) => Promise<Response>;
}

/**
 * Runs a provider during the tests of a file. It takes the place of the network for `fetch`.
 * @param issuer its address
 */
export function withIdentityProvider(issuer: string): RunningProvider {
  let provider: IdentityProvider;
  beforeAll(async () => {
    provider = await startIdentityProvider(issuer);
  });
  afterAll(() => provider.stop());
  const running: RunningProvider = {
    get current() {
      return provider;
    },
    network: (address, init) => provider.fetch(address, init),
  };
  const { network } = running;
  beforeEach(() => {
    running.network = network;
    jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => running.network(String(input), init));
  });
  afterEach(() => jest.restoreAllMocks());
  return running;
}
