/**
 * A program for tests: an OpenID provider (oidc-provider) that signs tokens with the claims that a test asks for, as a CI system does. The
 * first line that it prints is its port. `POST /token` with `claims` in JSON issues a token; `POST /rotate` replaces the keys.
 * Its issuer is an address with https, as tests reach it through a stand-in for the network.
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const [issuer = ''] = process.argv.slice(2);
/**
 * A client that signs people in.
 * @type {import('oidc-provider').ClientMetadata}
 */
const DESK = {
  client_id: 'desk',
  client_secret: 'secret',
  token_endpoint_auth_method: 'client_secret_post',
  redirect_uris: ['https://hall.example/api/v1/desk/provider/callback'],
};
const CLIENT = {
  client_id: 'ci',
  client_secret: 'ci',
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
};

function newProvider() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' };
  const provider = new Provider(issuer, {
    clients: [CLIENT, DESK],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // The email of a person is the account's id.
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id.replace(/^unproved /, ''), email_verified: !id.startsWith('unproved ') }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    jwks: { keys: [key] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({ scope: '', accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }),
      },
    },
    formats: {
      customizers: {
        // A claim of null is left out.
        jwt({ oidc }, _token, jwt) {
          const claims = { ...jwt.payload, client_id: null, ...JSON.parse(String(oidc.body?.claims)) };
          jwt.header = { typ: 'JWT' };
          jwt.payload = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
        },
      },
    },
    // The provider reads only the parameters that it knows.
    extraParams: ['claims'],
  });
  provider.proxy = true;
  return provider;
}

let provider = newProvider();
const server = createServer((request, response) => {
  if (request.url === '/rotate') {
    provider = newProvider();
    response.end();
    return;
  }
  // The provider names its own addresses by these.
  Object.assign(request.headers, { 'x-forwarded-proto': 'https', host: new URL(issuer).host });
  // A test names the person who signs in.
  const account = /^\/interaction\/.*[?]account=(.*)$/.exec(request.url ?? '')?.[1];
  if (account === undefined) {
    provider.callback()(request, response);
    return;
  }
  provider.interactionFinished(request, response, { login: { accountId: decodeURIComponent(account) } });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
