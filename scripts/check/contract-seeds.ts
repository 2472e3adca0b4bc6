/** Thirty ways to break a remote that was built against the contracts as they are. */

/** A change of the sources. */
export interface ContractSeed {
  what: string;
  /** The entry point that it breaks. */
  entry: string;
  file: string;
  from: string | RegExp;
  to: string;
  /** The beginning of the complaint. */
  named: string;
}

export const SEEDS: readonly ContractSeed[] = [
  // Events
  {
    what: 'an event is gone',
    entry: './events',
    file: 'src/events/events.ts',
    from: "  'destination-set': Destination;\n",
    to: '',
    named: 'events: ShellEvents',
  },
  {
    what: 'an event has another name',
    entry: './events',
    file: 'src/events/events.ts',
    from: "'venue-cleared'",
    to: "'venue-left'",
    named: 'events: ShellEvents',
  },
  {
    what: 'a payload asks for more',
    entry: './events',
    file: 'src/events/events.ts',
    from: "'title-set': { title: string }",
    to: "'title-set': { title: string; icon: string }",
    named: 'events: payloads',
  },
  {
    what: 'a payload tells less',
    entry: './events',
    file: 'src/events/events.ts',
    from: 'cartId: number | null; itemCount: number',
    to: 'cartId: number | null',
    named: 'events: ShellEvents',
  },
  {
    what: 'a payload tells it in another type',
    entry: './events',
    file: 'src/events/events.ts',
    from: "'unread-counted': { count: number }",
    to: "'unread-counted': { count: string }",
    named: 'events: payloads',
  },
  {
    what: 'a payload takes fewer words',
    entry: './events',
    file: 'src/events/events.ts',
    from: "position: 'top' | 'bottom'",
    to: "position: 'top'",
    named: 'events: payloads',
  },
  {
    what: 'what was always told may be missing',
    entry: './events',
    file: 'src/events/events.ts',
    from: "outcome: 'paid' | 'failed' | 'left'",
    to: "outcome?: 'paid' | 'failed' | 'left'",
    named: 'events: ShellEvents',
  },
  {
    what: 'a piece of the shared state is gone',
    entry: './events',
    file: 'src/events/state.ts',
    from: '  title: string;\n',
    to: '',
    named: 'events: shellState',
  },
  {
    what: 'subscribe no longer says how to stop',
    entry: './events',
    file: 'src/events/index.ts',
    from: /(options\?: SubscribeOptions,\n\)): \(\) => void/,
    to: '$1: void',
    named: 'events: subscribe',
  },
  {
    what: 'showToast asks for a colour',
    entry: './events',
    file: 'src/events/index.ts',
    from: "options: Partial<Omit<Toast, 'content'>> = {}",
    to: "options: Omit<Toast, 'content'>",
    named: 'events: showToast',
  },
  // Local keys
  {
    what: 'a local key has another name',
    entry: './local-keys',
    file: 'src/local-keys.ts',
    from: '  redirect_url: string;',
    to: '  return_url: string;',
    named: 'local-keys: readLocal',
  },
  {
    what: 'a local key holds another type',
    entry: './local-keys',
    file: 'src/local-keys.ts',
    from: '  phone: string;',
    to: '  phone: number;',
    named: 'local-keys: writeLocal',
  },
  // Client, query, router
  {
    what: 'the client lost a verb',
    entry: './client',
    file: 'src/client/index.ts',
    from: '  put<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;\n',
    to: '',
    named: 'client: ApiClient',
  },
  {
    what: 'a response comes in an envelope',
    entry: './client',
    file: 'src/client/index.ts',
    from: 'get<T>(path: string, options?: RequestOptions): Promise<T>',
    to: 'get<T>(path: string, options?: RequestOptions): Promise<{ data: T }>',
    named: 'client: ApiClient',
  },
  {
    what: 'an error has no code',
    entry: './client',
    file: 'src/client/api-error.ts',
    from: /\n {2}code: string;\n {2}message/,
    to: '\n  message',
    named: 'client: ApiErrorShape',
  },
  {
    what: 'a request can no longer be given up',
    entry: './client',
    file: 'src/client/index.ts',
    from: '  signal?: AbortSignal;\n',
    to: '',
    named: 'client: RequestOptions',
  },
  {
    what: 'a resource asks for its parameters',
    entry: './query',
    file: 'src/query.ts',
    from: 'resource<T>(path: string, params: ResourceParams = {})',
    to: 'resource<T>(path: string, params: ResourceParams)',
    named: 'query: resource',
  },
  {
    what: 'the router facade lost a hook',
    entry: './router',
    file: 'src/router.ts',
    from: '  useSearchParams,\n',
    to: '',
    named: 'router: useSearchParams',
  },
  // Remote
  {
    what: 'a route must name its width',
    entry: './remote',
    file: 'src/remote/manifest.ts',
    from: "width?: 'content' | 'queue'",
    to: "width: 'content' | 'queue' | 'full'",
    named: 'remote: RouteManifest',
  },
  {
    what: 'a slot is gone',
    entry: './remote',
    file: 'src/remote/slot-names.ts',
    from: ", 'account-export'",
    to: '',
    named: 'remote: SlotName',
  },
  {
    what: 'defineRemote demands slots',
    entry: './remote',
    file: 'src/remote/index.ts',
    from: 'slots?: Readonly<Record<string, () => Promise<SlotModule | MountModule>>>',
    to: 'slots: Readonly<Record<string, () => Promise<SlotModule | MountModule>>>',
    named: 'remote: defineRemote',
  },
  // Rules
  {
    what: 'money takes another order of arguments',
    entry: './rules/money',
    file: 'src/rules/money.ts',
    from: 'formatMajor(major: number, currency: string, symbol: string)',
    to: 'formatMajor(currency: string, major: number, symbol: string)',
    named: 'rules/money: formatMajor',
  },
  {
    what: 'a rule returns text',
    entry: './rules/money',
    file: 'src/rules/money.ts',
    from: 'exponentOf(currency: string): number',
    to: 'exponentOf(currency: string): string',
    named: 'rules/money: exponentOf',
  },
  {
    what: 'a rule is gone',
    entry: './rules/queue-state',
    file: 'src/rules/queue-state.ts',
    from: 'export function isOverdue',
    to: 'function isOverdue',
    named: 'rules/queue-state: isOverdue',
  },
  {
    what: 'a rule may return nothing',
    entry: './rules/totals',
    file: 'src/rules/totals.ts',
    from: 'lineTotal({ unitMinor, optionsMinor, quantity }: LineAmounts): number',
    to: 'lineTotal({ unitMinor, optionsMinor, quantity }: LineAmounts): number | undefined',
    named: 'rules/totals: lineTotal',
  },
  // Primitives
  {
    what: 'a primitive lost a variant',
    entry: './ui',
    file: 'src/ui/actions/button.tsx',
    from: " | 'quiet' | 'plain'",
    to: " | 'quiet'",
    named: 'ui: Button',
  },
  {
    what: 'a primitive asks for more',
    entry: './ui',
    file: 'src/ui/layout/tabs.tsx',
    from: '  even?: boolean;',
    to: '  even: boolean;',
    named: 'ui: Tabs',
  },
  {
    what: 'a primitive lost an option',
    entry: './ui',
    file: 'src/ui/forms/stepper.tsx',
    from: '  max?: number;\n',
    to: '',
    named: 'ui: Stepper',
  },
  // Names
  {
    what: 'a design token is gone',
    entry: './ui',
    file: 'src/ui/tokens.css',
    from: /--space-3\b/g,
    to: '--gap-3',
    named: '--space-3',
  },
  {
    what: 'an entry point is gone',
    entry: './rules/search',
    file: 'package.json',
    from: '    "./rules/search": "./src/rules/search.ts",\n',
    to: '',
    named: 'rules/search',
  },
];
