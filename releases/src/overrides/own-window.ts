/** Protects pages of the server that act for the person who opened them. No other page and no script of a remote may use them. */
import type { FastifyRequest } from 'fastify';

/**
 * Explains why such a page refuses a request. A remote's script runs in pages of the same origin, with the cookies of the person who opened
 * them. The browser itself says what a request is for, and a script cannot change that. So the page only responds to a window of its own,
 * and to forms of this site. Without encryption, the browser only says which site a form comes from.
 * @returns the reason in a sentence, or null if the page responds
 */
export function windowRefusal(request: FastifyRequest): string | null {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = request.headers;
  if (mode !== undefined && (mode !== 'navigate' || destination !== 'document'))
    return 'Open this page in a window of its own.';
  return request.method === 'POST' && !isOwnForm(request) ? 'This form is of another page.' : null;
}

function isOwnForm({ headers, host }: FastifyRequest): boolean {
  const from = headers['sec-fetch-site'];
  // A request from 'none' comes from no page but from a person, for instance by a tab that is opened again.
  if (from !== undefined) return from === 'same-origin' || from === 'none';
  const { origin = '' } = headers;
  return URL.canParse(origin) && new URL(origin).host === host;
}
