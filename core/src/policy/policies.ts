/**
 * The one table of permissions. Each route of the API names a policy, and `decide` is the one function that applies it.
 * docs/reference/roles.md is printed from here and from the routes (npm run roles).
 */
import { forbidden, notFound, secondFactorRequired, unauthenticated } from '../errors';
import type { ActingRole, Session } from '../http/session';
import { t } from '../words';

/** The caller's relation to a resource: its owner ('self'), a role in its vendor or venue, or a role in the whole site. */
export type Relation = 'self' | ActingRole | 'operator of any venue' | 'site operator';

/** The facts that a policy decides by. Leave out the vendor when no vendor may see the resource, such as an order in a cart. */
export interface Resource {
  /** The person that the resource belongs to. */
  userId?: number | undefined;
  vendorId?: number | undefined;
  venueId?: number | undefined;
  /** The caller is a tool of the person who runs the server (see server-tools.ts). */
  isAskedByTool?: boolean;
}

interface Policy {
  /** A sentence for the printed table. */
  meaning: string;
  /** Anyone, the tools of the server, each visitor with a session, or callers with one of these relations. */
  allows: 'anyone' | 'tools' | 'signed in' | readonly Relation[];
  /** The response to other signed-in callers. 'hidden' is a 404, so that the response does not reveal which ids exist. */
  otherwise?: 'forbidden' | 'hidden';
  /** These relations know that the resource exists, and get a 403 where others get a 404. */
  knownTo?: readonly Relation[];
  /** Returns the message of the 403. */
  message?: () => string;
}

/** An operator has the rights of an owner in each vendor of the venue, and an owner has the rights of staff. */
const STAFF = ['staff', 'owner', 'operator'] as const;
const OWNERS = ['owner', 'operator'] as const;
const forMembers = () => t('Only members of this vendor may do that.');
const forOperators = () => t('Only an operator of this venue may do that.');

export const POLICIES = {
  public: { meaning: 'Anyone. The response has nothing that is one person’s.', allows: 'anyone' },
  link: {
    meaning: 'Anyone with the secret of the link that was sent by email, or printed by the server.',
    allows: 'anyone',
  },
  printer: { meaning: 'A printer or the print agent, by the secret in its address.', allows: 'anyone' },
  webhook: {
    meaning: 'A payment provider, or the service that sends text messages, by the signature of the body.',
    allows: 'anyone',
  },
  'release token': {
    meaning:
      'A team, by its release token or the session of the desk that it opened, within what the token is for; at the desk also a person of a team, by a passkey. No session of an account lets anyone in.',
    allows: 'anyone',
  },
  operations: {
    meaning:
      'The tools of the person who runs the server, by `METRICS_TOKEN` or `METRICS_ADDRESSES`. No role lets anyone in; for others it does not exist.',
    allows: 'tools',
  },
  'signed in': { meaning: 'Each signed-in person, about their own account alone.', allows: 'signed in' },
  self: {
    meaning: 'The person that the request names.',
    allows: ['self'],
    otherwise: 'forbidden',
  },
  buyer: { meaning: 'The buyer. For others the cart or order does not exist.', allows: ['self'], otherwise: 'hidden' },
  'buyer or staff': {
    meaning: 'The buyer, and those who work for the vendor once it is placed. For others it does not exist.',
    allows: ['self', ...STAFF],
    otherwise: 'hidden',
  },
  'self or staff': {
    meaning: 'The person that the request names; where it names a vendor, those who work for it.',
    allows: ['self', ...STAFF],
    otherwise: 'forbidden',
    message: forMembers,
  },
  'staff of the order': {
    meaning: 'Those who work for the vendor of the order. Its buyer gets a 403; for others it does not exist.',
    allows: STAFF,
    otherwise: 'hidden',
    knownTo: ['self'],
    message: forMembers,
  },
  'operator of the order': {
    meaning:
      'Operators of the venue of a placed order. Its buyer and those who work for its vendor get a 403; for others it does not exist.',
    allows: ['operator'],
    otherwise: 'hidden',
    knownTo: ['self', 'staff', 'owner'],
    message: forOperators,
  },
  staff: {
    meaning: 'Those who work for the vendor.',
    allows: STAFF,
    otherwise: 'forbidden',
    message: forMembers,
  },
  'past orders': {
    meaning:
      'Those who work for the vendor: staff for the latest collected orders, as the queue shows them; owners and operators for all, which is the export.',
    allows: STAFF,
    otherwise: 'forbidden',
    message: forMembers,
  },
  owner: {
    meaning: 'Owners of the vendor, and operators of its venue.',
    allows: OWNERS,
    otherwise: 'forbidden',
    message: () => t('Only an owner of this vendor may do that.'),
  },
  operator: {
    meaning: 'Operators of the venue.',
    allows: ['operator'],
    otherwise: 'forbidden',
    message: forOperators,
  },
  'any operator': {
    meaning:
      'Operators of any venue of the site, site operators, and a command on the server (`npm run foodhall -- … --offline`).',
    allows: ['operator of any venue', 'site operator'],
    otherwise: 'forbidden',
    message: () => t('Only an operator of a venue may do that.'),
  },
  'site operator': {
    meaning: 'Those who run the site itself, and a command on the server (`npm run foodhall -- … --offline`).',
    allows: ['site operator'],
    otherwise: 'forbidden',
    message: () => t('Only a site operator may do that, or --offline on the server.'),
  },
} as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof POLICIES;

export const policyOf = (name: PolicyName): Policy => POLICIES[name];

/** True when the policy can decide without a session. */
export function isOpen(name: PolicyName): boolean {
  const { allows } = policyOf(name);
  return allows === 'anyone' || allows === 'tools';
}

export type Verdict = 'allowed' | 'unauthenticated' | 'forbidden' | 'hidden';

/** The one place that decides about permissions. Pure. */
export function decide(name: PolicyName, session: Session | null, resource: Resource = {}): Verdict {
  const { allows, otherwise = 'forbidden', knownTo = [] } = policyOf(name);
  if (allows === 'anyone') return 'allowed';
  if (allows === 'tools') return resource.isAskedByTool ? 'allowed' : 'hidden';
  if (!session) return 'unauthenticated';
  if (allows === 'signed in') return 'allowed';
  const relations = relationsOf(session, resource);
  if (relations.some((relation) => allows.includes(relation))) return 'allowed';
  return relations.some((relation) => knownTo.includes(relation)) ? 'forbidden' : otherwise;
}

function relationsOf(session: Session, { userId, vendorId, venueId }: Resource): Relation[] {
  const relations: Relation[] = [];
  if (userId === session.user.id) relations.push('self');
  if (session.venueIds.length > 0) relations.push('operator of any venue');
  if (session.isSiteOperator || session.isCommandLine) relations.push('site operator');
  const role = vendorId === undefined ? undefined : session.vendors.get(vendorId);
  if (role) relations.push(role);
  if (venueId !== undefined && session.venueIds.includes(venueId)) relations.push('operator');
  return relations;
}

/**
 * The facts of a resource of which one is enough to decide whether the caller has the relation. An empty list: the relation is to the whole
 * site.
 */
const DECIDED_BY: Readonly<Record<Relation, readonly (keyof Resource)[]>> = {
  self: ['userId'],
  staff: ['vendorId'],
  owner: ['vendorId'],
  operator: ['vendorId', 'venueId'],
  'operator of any venue': [],
  'site operator': [],
};

/** True when the known facts of the resource are enough for the policy to decide. */
export function isDecidable(name: PolicyName, resource: Resource): boolean {
  const { allows } = policyOf(name);
  if (typeof allows === 'string') return allows !== 'tools';
  const isKnown = (facts: readonly (keyof Resource)[]) => facts.length === 0 || facts.some((fact) => fact in resource);
  return allows.every((relation) => isKnown(DECIDED_BY[relation]));
}

export interface RefusalWords {
  /** The message of the 404: 'Cart not found.' */
  missing?: string;
  /** The message of the 403, where the policy's own does not fit. */
  message?: string;
}

/** The session with the roles that wait for a second factor. */
const withAllRoles = (session: Session): Session => ({
  ...session,
  vendors: new Map([...session.vendors, ...(session.withheld?.vendors ?? [])]),
  venueIds: [...session.venueIds, ...(session.withheld?.venueIds ?? [])],
});

/** @throws ApiError 401, 403 or 404 unless the policy allows it; 403 SECOND_FACTOR_REQUIRED for a role that waits for a second factor */
export function permit(
  name: PolicyName,
  session: Session | null,
  resource: Resource,
  { missing, message }: RefusalWords = {},
): void {
  const verdict = decide(name, session, resource);
  if (verdict !== 'allowed' && session?.withheld && decide(name, withAllRoles(session), resource) === 'allowed') {
    throw secondFactorRequired();
  }
  switch (verdict) {
    case 'allowed':
      return;
    case 'unauthenticated':
      throw unauthenticated();
    case 'forbidden':
      throw forbidden(message ?? policyOf(name).message?.());
    case 'hidden':
      throw notFound(missing);
  }
}

/** True when the caller works for the vendor, in any role. */
export const worksFor = (session: Session | null, vendorId: number): boolean =>
  decide('staff', session, { vendorId }) === 'allowed';
