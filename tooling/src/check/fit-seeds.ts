/** Changes of the contract besides the thirty of contract-seeds.ts: more that break a remote, and harmless ones. */
import type { ContractSeed } from './contract-seeds';

export const MORE_SEEDS: readonly ContractSeed[] = [
  {
    what: 'a function has another name',
    entry: './session',
    file: 'src/events/session.ts',
    from: 'export function endSession(',
    to: 'export function leaveSession(',
    named: 'session: endSession',
  },
  {
    what: 'a parameter has to be given',
    entry: './session',
    file: 'src/events/session.ts',
    from: 'context: AuthContext = personalContext(user)): void',
    to: 'context: AuthContext): void',
    named: 'session: startSession',
  },
  {
    what: 'what was always there may be missing',
    entry: './site',
    file: 'src/site.ts',
    from: 'export function site(): SiteConfig {',
    to: 'export function site(): SiteConfig | undefined {',
    named: 'site: site',
  },
  {
    what: 'a list became a text',
    entry: './query',
    file: 'src/query.ts',
    from: 'params: ResourceParams = {}): [string, Record<string, string>] {',
    to: 'params: ResourceParams = {}): string {',
    named: 'query: resourceKey',
  },
  {
    what: 'a function that is passed on is gone',
    entry: './query',
    file: 'src/query.ts',
    from: "export { fillPath } from './remote/prefetch';\n",
    to: '',
    named: 'query: fillPath',
  },
  {
    what: 'a rule has a new parameter',
    entry: './rules/options',
    file: 'src/rules/options.ts',
    from: 'export function isFull({ max_select }: Limits, chosen: number)',
    to: 'export function isFull({ max_select }: Limits, chosen: number, isOpen: boolean)',
    named: 'rules/options: isFull',
  },
  {
    what: 'a rule takes fewer types',
    entry: './rules/dates',
    file: 'src/rules/dates.ts',
    from: 'minutesSince(at: string | Date, now: number)',
    to: 'minutesSince(at: Date, now: number)',
    named: 'rules/dates: minutesSince',
  },
  {
    what: 'a constant became a text',
    entry: './rules/forms',
    file: 'src/rules/forms.ts',
    from: 'export const PASSWORD_MIN = 6;',
    to: "export const PASSWORD_MIN = '6';",
    named: 'rules/forms: PASSWORD_MIN',
  },
  {
    what: 'a primitive takes a name and no drawing',
    entry: './ui',
    file: 'src/ui/icon.tsx',
    from: '  of: LucideIcon;',
    to: "  of: 'cart' | 'person';",
    named: 'ui: Icon',
  },
  {
    what: 'a primitive takes text alone',
    entry: './ui',
    file: 'src/ui/forms/field.tsx',
    from: '  label: ReactNode;',
    to: '  label: string;',
    named: 'ui: Field',
  },
  {
    what: 'an option of a request has to be given',
    entry: './client',
    file: 'src/client/index.ts',
    from: '  signal?: AbortSignal;\n}',
    to: '  signal?: AbortSignal;\n  locale: string;\n}',
    named: 'client: ApiClient',
  },
  {
    what: 'the client takes fewer addresses',
    entry: './client',
    file: 'src/client/index.ts',
    from: 'get<T>(path: string',
    to: "get<T>(path: '/venues'",
    named: 'client: ApiClient',
  },
  {
    what: 'a query takes no numbers',
    entry: './client',
    file: 'src/client/index.ts',
    from: 'string | number | boolean | undefined',
    to: 'string',
    named: 'client: ApiClient',
  },
  {
    what: 'a body is no object',
    entry: './client',
    file: 'src/client/index.ts',
    from: 'post<T>(path: string, body?: unknown',
    to: 'post<T>(path: string, body?: string',
    named: 'client: ApiClient',
  },
];

/** A change that breaks no remote. */
export interface HarmlessChange extends Pick<ContractSeed, 'what' | 'file' | 'from' | 'to'> {
  /** The declarations stay the same, so that the compiler has nothing to decide. */
  isSame?: boolean;
}

export const HARMLESS: readonly HarmlessChange[] = [
  {
    what: 'a comment',
    file: 'src/query.ts',
    from: '/** Path and parameters. */',
    to: '/** What a resource is known by. */',
    isSame: true,
  },
  {
    what: 'another format',
    file: 'src/query.ts',
    from: 'export type ResourceParams = Record<string, string | number | boolean>;',
    to: 'export type ResourceParams = Record<\n  string,\n  | string\n  | number\n  | boolean\n>;',
    isSame: true,
  },
  {
    what: 'other code of a function',
    file: 'src/rules/search.ts',
    from: /export function foldText\(([^)]*)\): string \{/,
    to: 'export function foldText($1): string {\n  void 0;',
    isSame: true,
  },
  {
    what: 'a new function',
    file: 'src/ui/layout/page.tsx',
    from: 'export function Page',
    to: 'export const extra = 1;\nexport function Page',
    isSame: true,
  },
  {
    what: 'a new event',
    file: 'src/events/events.ts',
    from: "  'title-set':",
    to: "  'title-lost': { title: string };\n  'title-set':",
  },
  {
    what: 'an optional field of a payload',
    file: 'src/events/events.ts',
    from: "'title-set': { title: string }",
    to: "'title-set': { title: string; icon?: string }",
  },
  {
    what: 'an optional field of the shared state',
    file: 'src/events/state.ts',
    from: '  unread: number;',
    to: '  unread: number;\n  mood?: string;',
  },
  {
    what: 'a new slot',
    file: 'src/remote/slot-names.ts',
    from: "'account-export'",
    to: "'account-export', 'footer'",
  },
  {
    what: 'an optional property of a primitive',
    file: 'src/ui/forms/stepper.tsx',
    from: '  max?: number;',
    to: '  max?: number;\n  step?: number;',
  },
  {
    what: 'an optional parameter',
    file: 'src/rules/options.ts',
    from: 'export function isFull({ max_select }: Limits, chosen: number)',
    to: 'export function isFull({ max_select }: Limits, chosen: number, isOpen?: boolean)',
  },
  {
    what: 'another name of a parameter',
    file: 'src/rules/dates.ts',
    from: /minutesSince\(at: string \| Date, now: number\)/,
    to: 'minutesSince(when: string | Date, now: number)',
  },
  {
    what: 'a parameter that may be more',
    file: 'src/rules/money.ts',
    from: 'exponentOf(currency: string)',
    to: 'exponentOf(currency: string | undefined)',
  },
];
