/** The ids of requests, for the log and for the message of an unexpected error. */
import { randomBytes } from 'node:crypto';

/**
 * @returns a function that makes ids such as '9f3a07c2-1x': a random start for the whole process, then a count. The start tells apart the
 * processes that write to one log. A random id for each request would take longer.
 */
export function requestIds(): () => string {
  const start = randomBytes(4).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
