/** Builds the content security policy from the configuration that the page itself uses, so the two cannot disagree. */
import type { SiteConfig } from 'shared-contracts/types';

const STRIPE_HOST = 'js.stripe.com';
const PAYSTACK_HOST = 'js.paystack.co';
/**
 * The hash of the one style that Paystack's script 2.25 writes into its loader. The style of another version would be blocked, and its
 * loader unstyled.
 */
const PAYSTACK_LOADER_STYLE = "'sha256-56e7EfkeGORJUMtXdS4A+2LZFuyRDypLbssVftifpJg='";

type Directives = Record<string, string[]>;

/** The sources that one page needs besides those of the site. */
export interface PageSources {
  /** The hashes of the styles inside the page, 'sha256-…'. */
  styles?: readonly string[];
  /** The origins of the remotes that this browser runs from a developer's computer. */
  overrides?: readonly string[];
}

/** The header Content-Security-Policy. The policy allows no inline scripts and no eval, from any origin. */
export function policyOf(site: SiteConfig, page: PageSources = {}): string {
  return Object.entries(directivesOf(site, page))
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';');
}

function directivesOf(site: SiteConfig, page: PageSources): Directives {
  const stripe = stripeSources(site.scripts.stripe);
  const paystack = paystackSources(site.scripts.paystack);
  const globalPage = globalSources(site.global);
  const overrides = [...(site.override_origins ?? []), ...(page.overrides ?? [])];
  const styles = (page.styles ?? []).map((hash) => `'${hash}'`);
  const frames = framesOf(site);
  return {
    'default-src': ["'none'"],
    'script-src': unique(["'self'", ...stripe.script, ...paystack.script, ...overrides]),
    'style-src': unique(["'self'", ...styles, ...paystack.style, ...overrides]),
    'img-src': unique(["'self'", 'data:', ...logoSource(site.logo_url), ...stripe.image, ...overrides]),
    'font-src': unique(["'self'", ...overrides]),
    'connect-src': unique(["'self'", ...realtimeSources(site.realtime), ...stripe.connect, ...overrides]),
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    // A remote's worker starts from a blob:, after its script was fetched from an allowed address and its integrity checked
    // (docs/decisions/isolation.md).
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    // A form that is posted into a frame opens Global's page.
    'form-action': ["'self'", ...globalPage],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
}

/**
 * The site uses none of these features, so no script of a provider or a remote can ask a visitor for them. The list contains only names
 * that browsers know: they warn of any other name at every page.
 */
const UNUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
  'xr-spatial-tracking',
] as const;

/**
 * The header Permissions-Policy. Only the site and the payment providers' frames, the same as in the policy above, may ask for a payment.
 */
export function permissionsOf(site: SiteConfig): string {
  const payment = ['self', ...framesOf(site).map((origin) => `"${origin}"`)].join(' ');
  return [...UNUSED_FEATURES.map((feature) => `${feature}=()`), `payment=(${payment})`].join(', ');
}

/** The origins of the payment providers' frames. */
function framesOf({ scripts, global }: SiteConfig): string[] {
  const { frame: stripe } = stripeSources(scripts.stripe);
  const { frame: paystack } = paystackSources(scripts.paystack);
  return unique([...stripe, ...paystack, ...globalSources(global)]);
}

const globalSources = (global: SiteConfig['global']): string[] => (global ? [new URL(global.hpp_url).origin] : []);

/** The source of the logo, which may be on the brand's own host. */
function logoSource(address: string): string[] {
  return /^https?:\/\//.test(address) ? [new URL(address).origin] : [];
}

/** Stripe's own script uses more hosts. A script from any other address uses only that address. */
function stripeSources(address: string | undefined): Record<'script' | 'frame' | 'connect' | 'image', string[]> {
  if (!address) return { script: [], frame: [], connect: [], image: [] };
  const { origin, hostname } = new URL(address);
  if (hostname !== STRIPE_HOST) return { script: [origin], frame: [origin], connect: [origin], image: [] };
  const scripts = [`https://${STRIPE_HOST}`, `https://*.${STRIPE_HOST}`];
  return {
    script: scripts,
    frame: [...scripts, 'https://hooks.stripe.com'],
    connect: ['https://api.stripe.com'],
    image: ['https://*.stripe.com'],
  };
}

/** Paystack's own script opens its checkout on another host. */
function paystackSources(address: string | undefined): Record<'script' | 'frame' | 'style', string[]> {
  if (!address) return { script: [], frame: [], style: [] };
  const { origin, hostname } = new URL(address);
  const frame = hostname === PAYSTACK_HOST ? 'https://checkout.paystack.com' : origin;
  return { script: [origin], frame: [frame], style: [PAYSTACK_LOADER_STYLE] };
}

function unique(sources: string[]): string[] {
  return [...new Set(sources)];
}

/** The sources of the sockets. The embedded endpoint is on this origin, which 'self' covers. */
function realtimeSources(realtime: SiteConfig['realtime']): string[] {
  if (!realtime || realtime.tls === undefined) return [];
  const [socket, http] = realtime.tls ? ['wss', 'https'] : ['ws', 'http'];
  if (realtime.host !== undefined) {
    const host = realtime.port === undefined ? realtime.host : `${realtime.host}:${realtime.port}`;
    return [`${socket}://${host}`, `${http}://${host}`];
  }
  // Pusher's hosted clusters.
  return [`wss://ws-${realtime.cluster}.pusher.com`, `https://sockjs-${realtime.cluster}.pusher.com`];
}
