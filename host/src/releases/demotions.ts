/** The cookie with the releases that a visitor was demoted from, as page and worker write it. */
import { readCohort } from 'registry/cohort';

export const DEMOTIONS_COOKIE = 'set_back';
/** By then the release is fixed, or it gets another chance. */
export const WEEK_SECONDS = 604_800;
/** Cookies are part of each request's header, which servers limit. */
const MOST_DEMOTIONS = 8;

/**
 * @param cookies as document.cookie
 * @param release 'catalog@1.0.0-3f9a01c2'
 * @returns the value of the cookie that names it too
 */
export function demotionsWith(release: string, cookies: string): string {
  const earlier = readCohort(cookies).demoted ?? [];
  return [...earlier.filter((each) => each !== release), release].slice(-MOST_DEMOTIONS).join('|');
}
