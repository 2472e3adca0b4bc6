/**
 * Asks a visitor a question on a page of the server, such as whether to join a channel. A script of a remote can send a form of this site
 * just as the visitor can. So the form contains a secret that only its own page and a cookie of the browser have, and no script can read
 * either.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OwnCookies } from './own-cookies';

const COOKIE = 'question';
const MAX_AGE_SECONDS = 600;

export class Questions {
  constructor(private readonly cookies: OwnCookies) {}

  /** Adds the cookie with the secret to this response. @returns the field that the form on its page must have */
  ask(reply: FastifyReply): string {
    const secret = randomBytes(16).toString('base64url');
    reply.header('set-cookie', this.cookies.set(COOKIE, secret, MAX_AGE_SECONDS));
    return `<input type="hidden" name="secret" value="${secret}">`;
  }

  /** @param secret of the form @returns the reason in a sentence why the form is no answer of this browser's visitor, or null if it is */
  refusal({ headers }: FastifyRequest, secret: string): string | null {
    const asked = this.cookies.read(headers.cookie ?? '', COOKIE).get(COOKIE) ?? '';
    const [given, expected] = [Buffer.from(secret), Buffer.from(asked)];
    const isAnswer = asked !== '' && given.length === expected.length && timingSafeEqual(given, expected);
    return isAnswer
      ? null
      : 'This form was not asked of this browser, or more than ten minutes ago. Open the link again.';
  }
}
