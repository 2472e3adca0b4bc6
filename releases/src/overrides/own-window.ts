/** Pages of the server that do something for the person who opened them: no other page, and no script of a remote, may use them. */
import type { FastifyRequest } from 'fastify';

/**
 * A remote's script runs in pages of the same origin, with the cookies of the person who opened them. A browser says what a request is for,
 * and a script cannot: so such a page responds to a window of its own, and to forms of this site alone. Without encryption a browser
 * says no more than where a form is from.
 * @returns why it does not, in a sentence; null: it does
 */
export function windowRefusal(request: FastifyRequest): string | null {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = request.headers;
  if (mode !== undefined && (mode !== 'navigate' || destination !== 'document'))
    return 'Open this page in a window of its own.';
  return request.method === 'POST' && !isOwnForm(request) ? 'This form is of another page.' : null;
}

function isOwnForm({ headers, host }: FastifyRequest): boolean {
  const from = headers['sec-fetch-site'];
  // No page sends what is from 'none': a person does, such as with a tab that is opened again.
  if (from !== undefined) return from === 'same-origin' || from === 'none';
  const { origin = '' } = headers;
  return URL.canParse(origin) && new URL(origin).host === host;
}
