/** Responses of the API compressed as the client accepts: brotli or gzip. What streams events, or is compressed already, stays as it is. */
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** In bytes. A smaller body does not pay for its compression: it fits the first packet anyway. */
export const COMPRESSION_THRESHOLD = 1024;

/**
 * For the routes that are registered after it in this scope. A request's own body is never decompressed, as a small one could become
 * larger than the body limit.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: COMPRESSION_THRESHOLD,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  });
}
