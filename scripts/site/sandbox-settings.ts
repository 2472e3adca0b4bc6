// The payment sandbox's accounts, and the settings that connect the sandbox and the API.
import path from 'node:path';

/**
 * The demo venues that use Stripe. `suffix` ends the names of the variables in which their documents look for secrets. The keys open
 * nothing outside this machine.
 */
const STRIPE = [
  { venue: 'granary-square-market', short: 'granary', suffix: 'GRANARY' },
  { venue: 'night-market-at-pier-9', short: 'pier9', suffix: 'PIER9' },
].map(({ venue, short, suffix }) => ({
  venue,
  suffix,
  id: `acct_${short}`,
  publishableKey: `pk_test_${short}`,
  secretKey: `sk_test_${short}`,
  webhookSecret: `whsec_${short}`,
}));

/** The demo venues of Paystack and of Global. */
const PAYSTACK = { venue: 'harbour-street-foodhall', secretKey: 'sk_test_harbour', publicKey: 'pk_test_harbour' };
const GLOBAL = { merchantId: 'leshallesducanal', secret: 'canal-secret', rebatePassword: 'canal-rebate' };

/** Tells whether the database and the pictures stay in the memory of the process. */
export const isMemory = (dataDir: string): boolean => dataDir === 'memory://';

interface SandboxOptions {
  /** The API's port. */
  port: number;
  sandboxPort: number;
  dataDir: string;
}

/** The environment of the sandbox. */
export function sandboxSettings({ port, sandboxPort, dataDir }: SandboxOptions) {
  const webhooks = `http://127.0.0.1:${port}/api/v1/webhooks`;
  const accounts = STRIPE.map(({ venue, id, secretKey, publishableKey, webhookSecret }) => ({
    id,
    secretKey,
    publishableKey,
    webhook: { url: `${webhooks}/stripe/${venue}`, secret: webhookSecret },
  }));
  const paystack = {
    accounts: [
      {
        id: 'harbour',
        secretKey: PAYSTACK.secretKey,
        publicKey: PAYSTACK.publicKey,
        webhookUrl: `${webhooks}/paystack/${PAYSTACK.venue}`,
      },
    ],
  };
  return {
    PAY_SANDBOX_PORT: String(sandboxPort),
    PAY_SANDBOX_STATE: isMemory(dataDir) ? '' : path.join(dataDir, 'pay-sandbox.json'),
    PAY_SANDBOX_CONFIG: JSON.stringify({
      stripe: { accounts },
      paystack,
      global: { accounts: [GLOBAL] },
    }),
  };
}

/** The API's settings for the sandbox: addresses and secrets of the providers that it plays. */
export function apiSandboxSettings({ sandboxPort }: Pick<SandboxOptions, 'sandboxPort'>): Record<string, string> {
  return {
    PAYMENTS: 'sandbox',
    STRIPE_API_BASE: `http://127.0.0.1:${sandboxPort}`,
    STRIPE_SCRIPT_URL: `http://localhost:${sandboxPort}/stripe.js`,
    PAYSTACK_API_BASE: `http://127.0.0.1:${sandboxPort}`,
    PAYSTACK_SCRIPT_URL: `http://localhost:${sandboxPort}/paystack/inline.js`,
    GLOBAL_HPP_URL: `http://localhost:${sandboxPort}/pay`,
    GLOBAL_API_URL: `http://127.0.0.1:${sandboxPort}/epage-remote.cgi`,
    PAYSTACK_SECRET_HARBOUR: PAYSTACK.secretKey,
    GLOBAL_SECRET_CANAL: GLOBAL.secret,
    GLOBAL_SECRET_CANAL_REBATE: GLOBAL.rebatePassword,
    ...Object.fromEntries(
      STRIPE.flatMap(({ suffix, secretKey, webhookSecret }) => [
        [`STRIPE_SECRET_${suffix}`, secretKey],
        [`STRIPE_WEBHOOK_SECRET_${suffix}`, webhookSecret],
      ]),
    ),
  };
}
