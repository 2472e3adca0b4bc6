/** The ids by which the log names requests, and the message of an unexpected error too. */
import { randomBytes } from 'node:crypto';

/**
 * @returns a source of ids such as '9f3a07c2-1x': the same random start for a whole process, then a count. The start tells apart
 * processes that write to one log. A random id for each request takes longer.
 */
export function requestIds(): () => string {
  const start = randomBytes(4).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
