/** Compares this API with the calls of the live releases, before it serves. */
import { messageOf } from 'core/errors';
import type { FastifyInstance } from 'fastify';
import { apiFitIn, sentencesOfFit } from 'releases/live/api-fit';
import type { Deps } from '../../deps';
import { describedApi } from './openapi';

/**
 * Logs an error for each release that pages may run and that calls what this API does not have. The process starts all the same: a hall that
 * cannot sell because of a wrong comparison is worse than a screen that fails.
 * @param app with all of its routes
 */
export async function tellWhatBreaks(
  app: Pick<FastifyInstance, 'swagger'>,
  { config, log }: Pick<Deps, 'config' | 'log'>,
): Promise<void> {
  try {
    const started = performance.now();
    const fit = await apiFitIn(config.distDir, () => describedApi(app));
    for (const sentence of sentencesOfFit(fit)) log.error(`api: ${sentence}`);
    const unknown = fit.unknown.map(({ part, version }) => `${part}@${version}`);
    const ms = Math.round(performance.now() - started);
    log.info(
      { compared: fit.compared, broken: fit.broken.length, unknown, ms },
      'api: compared with the live releases',
    );
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'api: the live releases cannot be compared with this API');
  }
}
