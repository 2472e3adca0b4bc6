/** The log of the process: one JSON object on a line of standard output, for a request as for work beside requests. */
import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';

export type Log = FastifyBaseLogger;

/**
 * @param level the lowest that is written, such as 'warn'; 'silent' writes nothing
 * @param destination standard output, if left out
 */
export const createLog = (level: string, destination?: DestinationStream): Log =>
  pino({ level, hooks: { streamWrite: withoutSecrets } }, destination);

/** 32 random bytes in base64url: a session, the link of a reset, of an invitation or of the setup, the key of a browser. */
const TOKEN = /(?<=[^\w-]|%[\da-f]{2}|\\[bfnrt]|\\u[\da-f]{4})[\w-]{43}(?![\w-])/gi;
/** Also as it is in an address, where '/', '=' and '?' of an email are escaped. What ends in a number is the version of a package. */
const EMAIL =
  /(?<!\\|\\u[\da-f]{0,3})[\w.+%!#$&'*^`{|}~\u00a1-\ud7ff-]{1,64}(?:@|%40)(?:[\w%\u00a1-\ud7ff-]{1,63}\.)+(?:xn--[\da-z-]{1,59}|[a-z\u00a1-\ud7ff]{2,63}|(?:%[\da-f]{2}){2,60})/gi;

/**
 * Cleans the whole line, as a secret may be anywhere: in the path of a request, in the database's or a mail server's message about a
 * failure. A line stays JSON: neither secret has a quote or a backslash, or begins inside an escape such as \n.
 */
export const withoutSecrets = (line: string): string => line.replace(TOKEN, '[token]').replace(EMAIL, '[email]');
