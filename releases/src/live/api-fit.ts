/** Says which releases of a site its API breaks, in sentences for an operator. */
import type { ApiDescription } from '../fits/compare-calls';
import { type ApiFit, apiFitOf } from '../store/check-calls';
import { folderTarget } from '../store/targets/folder';

/** The most sentences about one release. An operation that is gone may break a hundred. */
const MOST_PROBLEMS = 10;

/** Compares an API with the releases in the folder of its site. @throws if the registry cannot be read */
export const apiFitIn = (distDir: string, describe: () => ApiDescription): Promise<ApiFit> =>
  apiFitOf(folderTarget(distDir), describe);

/** Lists a sentence for each release that the API breaks, with what is broken. */
export function sentencesOfFit({ broken }: ApiFit): string[] {
  return broken.map(({ part, version, problems }) => {
    const shown = problems.slice(0, MOST_PROBLEMS);
    const rest = problems.length - shown.length;
    return `This API breaks ${part} ${version}, which pages may run. ${[...shown, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ')}`;
  });
}
