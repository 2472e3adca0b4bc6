/**
 * Compresses responses of the API with brotli or gzip, as the client accepts. Streams of events and compressed responses stay as they are.
 */
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** In bytes. A smaller body is not worth compressing: it fits the first packet anyway. */
export const COMPRESSION_THRESHOLD = 1024;

/**
 * Compresses the responses of routes that are registered later in this scope. The body of a request is never decompressed, because a small
 * one could become larger than the body limit.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: COMPRESSION_THRESHOLD,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  });
}
