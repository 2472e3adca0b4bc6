/** The log of the process, for requests and background work: one JSON object on each line of standard output. */
import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';

export type Log = FastifyBaseLogger;

/**
 * @param level the lowest level that is written, such as 'warn'; 'silent' writes nothing
 * @param destination standard output, if left out
 */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino({ level, hooks: { streamWrite: withoutSecrets } }, destination);

/**
 * 32 random bytes in base64url: a session, the link of a reset, of an invitation or of the setup, the key of a browser, and behind fhr_ a
 * release token.
 */
const TOKEN = /(?<=[^\w-]|%[\da-f]{2}|\\[bfnrt]|\\u[\da-f]{4})(?:fhr_)?[\w-]{43}(?![\w-])/gi;
/**
 * Matches emails in addresses too, where '/', '=' and '?' are escaped. A text that ends in a number, such as 'package@1.2.3', is not an
 * email.
 */
const EMAIL =
  /(?<!\\|\\u[\da-f]{0,3})[\w.+%!#$&'*^`{|}~\u00a1-\ud7ff-]{1,64}(?:@|%40)(?:[\w%\u00a1-\ud7ff-]{1,63}\.)+(?:xn--[\da-z-]{1,59}|[a-z\u00a1-\ud7ff]{2,63}|(?:%[\da-f]{2}){2,60})/gi;

/**
 * Cleans the whole line, because a secret may be anywhere: in the path of a request, or in a failure message of the database or a mail
 * server. The line stays valid JSON: a match contains no quote and no backslash, and does not begin inside an escape such as \n.
 */
const withoutSecrets = (line: string): string => line.replace(TOKEN, '[token]').replace(EMAIL, '[email]');
