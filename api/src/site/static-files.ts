/** Serves the files of builds, the registry and pictures from the disk. */
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Config } from 'core/config';
import { ApiError } from 'core/errors';
import { registerCompression } from 'core/http/compression';
import { type App, named } from 'core/http/scope';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { LiveRelease } from 'releases/live/live-release';
import type { AfterAttack } from './after-attack';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Matches the files of the registry that are replaced. */
const REPLACED = /\/(?:pointer|timestamp)\.json$/;
/**
 * Matches files that need no policy: browsers run no code from them, even if one is opened directly. The policy would be larger than some
 * of the files.
 */
const INERT = /\.(?:css|woff2|webp|avif)(?:\.br)?$/;
/**
 * The options for files whose content never changes at its address. They omit the headers that would let a client ask for changes or for parts.
 */
const IMMUTABLE_FILES = {
  cacheControl: false,
  etag: false,
  lastModified: false,
  acceptRanges: false,
  setHeaders: (reply: Pick<FastifyReply, 'header' | 'removeHeader'>, path: string) => {
    reply.header('cache-control', IMMUTABLE);
    if (INERT.test(path)) reply.removeHeader('content-security-policy');
  },
};

export async function registerStaticFiles(
  app: App,
  { distDir, mediaDir }: Pick<Config, 'distDir' | 'mediaDir'>,
  live: LiveRelease,
  afterAttack: AfterAttack,
): Promise<void> {
  const builds = named('builds', async (scope: FastifyInstance) => {
    scope.addHook('onRequest', async ({ url }) => {
      const release = await live.current().catch(() => null);
      if (release?.malicious && afterAttack.isOf(release.malicious, url.slice('/parts'.length)))
        throw new ApiError(410, 'RECALLED', 'This release was recalled.');
    });
    await scope.register(fastifyStatic, {
      root: distDir,
      prefix: '/parts/',
      decorateReply: false,
      preCompressed: true,
      index: false,
      dotfiles: 'deny',
      // The registry has its own prefix. Build records and maps of other folders of dist are not served.
      allowedPath: (path) => /^\/(?!registry\/)[\w-]+\/[\w.-]+\/.+/.test(path) && !path.endsWith('/build.json'),
      ...IMMUTABLE_FILES,
    });
  });
  await app.register(builds);
  await app.register(fastifyStatic, {
    root: join(distDir, 'registry'),
    prefix: '/registry/',
    decorateReply: false,
    index: false,
    // `tuf` has names such as '3.registry.live.json'.
    allowedPath: (path) => /^\/([\w-]+\.(json|sig)|tuf\/[\w.-]+\.json)$/.test(path),
    cacheControl: false,
    setHeaders: (reply, path) => reply.header('cache-control', REPLACED.test(path) ? 'no-cache' : IMMUTABLE),
  });
  const media = named('media', async (scope: FastifyInstance) => {
    // A drawing is a text of several kilobytes, and a first screen has a dozen of them. Photographs are compressed already.
    await registerCompression(scope);
    await scope.register(fastifyStatic, {
      root: mediaDir,
      prefix: '/media/',
      decorateReply: false,
      index: false,
      ...IMMUTABLE_FILES,
    });
  });
  await app.register(media);
}
