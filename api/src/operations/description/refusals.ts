/**
 * Derives the refusals of each operation from its declaration: its policy, the validated parts of a request, and the method. All refusals have
 * the same error body, so the description holds each once, in components.responses.
 */
import { type PolicyName, policyOf } from 'core/policy/policies';

interface Refusal {
  name: string;
  description: string;
  /** The response has a Retry-After header. */
  isTemporary?: true;
}

export const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: { name: 'BadRequest', description: 'The request cannot be read, such as JSON that is not well formed.' },
  401: { name: 'Unauthenticated', description: 'There is no session, or it has ended.' },
  402: { name: 'PaymentRequired', description: 'The payment was declined or is not complete. Nothing was charged.' },
  403: { name: 'Forbidden', description: 'The caller is known and may not do this.' },
  404: { name: 'NotFound', description: 'There is no such resource, or none that the caller may know of.' },
  409: { name: 'Conflict', description: 'The state of the resource does not allow this.' },
  410: { name: 'Gone', description: 'The link or the code was used, was revoked or has expired.' },
  413: { name: 'ContentTooLarge', description: 'The body is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'The body is of another content type.' },
  422: { name: 'Invalid', description: 'A field is not valid; `errors` has the reasons by field.' },
  429: { name: 'TooManyRequests', description: 'There were too many attempts.', isTemporary: true },
  500: { name: 'InternalError', description: 'Something failed at the server. The message has the id of the request.' },
  501: { name: 'NotConfigured', description: 'The payment provider is not set up at this site.' },
  502: { name: 'ProviderUnavailable', description: 'The payment provider does not respond.' },
  503: { name: 'Unavailable', description: 'A part of the service is away for the moment.', isTemporary: true },
};

/** The facts about an operation that decide its refusals. */
export interface Facts {
  method: string;
  policy: PolicyName;
  hasPathParameters: boolean;
  /** The path, the query, the headers or the body has a schema. */
  isValidated: boolean;
}

/** Returns the statuses of refusals that follow from the facts. Pure. */
export function refusalsOf({ method, policy, hasPathParameters, isValidated }: Facts): number[] {
  const { allows, otherwise = 'forbidden', knownTo = [] } = policyOf(policy);
  const hasRelations = typeof allows !== 'string';
  // The API refuses a team by its token, and no session replaces the token.
  const isByToken = policy === 'release token';
  const statuses: [number, boolean][] = [
    [400, method !== 'GET'],
    [401, isByToken || (allows !== 'anyone' && allows !== 'tools')],
    [403, isByToken || (hasRelations && (otherwise === 'forbidden' || knownTo.length > 0))],
    [404, hasPathParameters || allows === 'tools' || (hasRelations && otherwise === 'hidden')],
    [413, method !== 'GET'],
    [415, method !== 'GET'],
    [422, isValidated],
    [429, isByToken],
    [500, true],
    [503, true],
  ];
  return statuses.flatMap(([status, applies]) => (applies ? [status] : []));
}

const seconds = {
  description: 'Seconds after which another try makes sense.',
  schema: { type: 'integer', minimum: 1 },
};

/**
 * Returns the content of components.responses. An operation that sends pages uses the name with `Page`, because its refusals may also be pages.
 */
export function refusalResponses(): Record<string, object> {
  const error = { schema: { $ref: '#/components/schemas/Error' } };
  return Object.fromEntries(
    Object.values(REFUSALS).flatMap(({ name, description, isTemporary }) => {
      const response = { description, ...(isTemporary && { headers: { 'Retry-After': seconds } }) };
      return [
        [name, { ...response, content: { 'application/json': error } }],
        [`${name}Page`, { ...response, content: { ...PAGE, 'application/json': error } }],
      ];
    }),
  );
}

const PAGE = { 'text/html': { schema: { type: 'string' } } };

/** @throws Error for a status without a shared response */
export function refusalRef(status: number, isPage: boolean): { $ref: string } {
  const refusal = REFUSALS[status];
  if (!refusal) throw new Error(`There is no shared response for ${status}: add it to description/refusals.ts.`);
  return { $ref: `#/components/responses/${refusal.name}${isPage ? 'Page' : ''}` };
}
