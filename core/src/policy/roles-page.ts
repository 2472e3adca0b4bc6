/** Prints docs/reference/roles.md from the policies and the routes that name them. Pure. */
import type { ActingRole, Session } from '../http/session';
import { decide, POLICIES, type PolicyName, policyOf, type Verdict } from './policies';
import type { RoutePolicy } from './require-policies';

const ITS = { userId: 1, vendorId: 1, venueId: 1 };

const session = (id: number, role?: ActingRole): Session => ({
  tokenId: id,
  user: { id, name: '', email: '' },
  vendors: new Map(role ? [[ITS.vendorId, role]] : []),
  venueIds: role === 'operator' ? [ITS.venueId] : [],
  isSiteOperator: false,
});

/** The columns: the callers, who all ask about the same resource of one customer, vendor and venue. */
const COLUMNS: Readonly<Record<string, Session | null>> = {
  'Not signed in': null,
  'The customer': session(ITS.userId),
  Staff: session(2, 'staff'),
  Owner: session(3, 'owner'),
  Operator: session(4, 'operator'),
  'Site operator': { ...session(6), isSiteOperator: true },
  'Anyone else': session(5),
};

const WORDS: Readonly<Record<Verdict, string>> = {
  allowed: 'yes',
  unauthenticated: '401',
  forbidden: '403',
  hidden: '404',
};

const policyNames = Object.keys(POLICIES) as PolicyName[];

/** @param routes in any order */
export function rolesPage(routes: readonly RoutePolicy[]): string {
  const columns = Object.entries(COLUMNS);
  const policies = policyNames.map((name) => {
    const cells = columns.map(([, caller]) => WORDS[decide(name, caller, ITS)]);
    return `| ${name} | ${policyOf(name).meaning} | ${cells.join(' | ')} |`;
  });
  const lines = routes
    .map(({ method, url, policy }) => `| \`${method} ${url.replace('/api/v1', '')}\` | ${policy} |`)
    .sort((one, other) => (byPath(one) < byPath(other) ? -1 : 1));
  return `# Roles

This page lists who may call which route of the API. \`npm run roles\` prints it from \`core/src/policy/policies.ts\` and from the routes;
edit those, not the page. [roles](../decisions/roles.md) says why.

A person may have several roles:

- **Customer**: each signed-in person, for their own account, carts and orders.
- **Staff** of a vendor: move, pause, cancel, notify again, print again, stock.
- **Owner** of a vendor: what staff may, and its people, its hours, its day's end and its export.
- **Operator** of a venue: what the owners of all its vendors may, and the venue's own people and audit log.
- **Site operator**: makes and removes venues, lets teams release, and answers for accounts that no venue knows. The first one set the site up;
  the page *Site operators* and \`npm run foodhall -- site-operator\` list, add and remove them
  ([roles](../decisions/roles.md)).

A role is read from the database with each request, so one that ends does so with the next. [roles](../decisions/roles.md)
says what becomes of open sockets.

## Policies

What each policy responds to a request about a customer's order, a vendor and a venue. 401: sign in first. 403: not with this role. 404: it does
not tell whether that exists. Where the path names the vendor or the venue, or the policy is of the whole site, the caller is judged before
the body is read.

| Policy | Who is let in | ${columns.map(([name]) => name).join(' | ')} |
|---|---|${columns.map(() => '---|').join('')}
${policies.join('\n')}

Private channels of the socket follow \`self or staff\`: \`private-users.{id}\` is that person's, \`private-vendors.{id}\` is for those who
work for the vendor. Public channels, pages, builds and pictures are for anyone. A push goes to the browsers of the order's buyer alone.

## Routes

Below \`/api/v1\`. The API does not start with a route that names no policy, and a test asks each route as each role.

| Route | Policy |
|---|---|
${lines.join('\n')}
`;
}

const byPath = (line: string): string => line.replace(/^\| `(\w+) (\S+)`/, '$2 $1');
