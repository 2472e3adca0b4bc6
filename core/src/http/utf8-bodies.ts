/** Refuses bodies that are not valid UTF-8, so that U+FFFD never replaces what a client wrote. */
import type { FastifyInstance } from 'fastify';
import { readUtf8 } from 'shared-contracts/utf8';
import { ApiError } from '../errors';

/** @throws ApiError 400 */
export function utf8Of(body: Buffer): string {
  const read = readUtf8(body);
  if ('text' in read) return read.text;
  throw new ApiError(400, 'NOT_UTF8', `The body ${read.problem.replace('save', 'send')}.`);
}

/** Replaces Fastify's own parser, which accepts any bytes. */
export function readJsonAsUtf8(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    parse(request, utf8Of(body), done);
  });
}

/** Lets a scope accept forms. A field whose escapes are not UTF-8 is refused too. */
export function readForms(app: Pick<FastifyInstance, 'addContentTypeParser'>, bodyLimit?: number): void {
  const options = { parseAs: 'buffer', ...(bodyLimit !== undefined && { bodyLimit }) } as const;
  app.addContentTypeParser<Buffer>('application/x-www-form-urlencoded', options, (_request, body, done) => {
    const text = utf8Of(body);
    utf8Of(Buffer.from(unescaped(text), 'latin1'));
    done(null, Object.fromEntries(new URLSearchParams(text)));
  });
}

/**
 * Returns the bytes of the escapes, one character for each byte. Characters outside of ASCII are left out, because they are valid already.
 */
const unescaped = (text: string): string =>
  text
    .replace(/[^\0-\x7f]/g, '')
    .replace(/%([0-9a-f]{2})/gi, (_escape, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
