import { createHash } from 'node:crypto';

const hashOf = (algorithm: string, content: string | Buffer): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/** Computes the subresource integrity of a file: SHA-256 in base64. */
export const integrityOf = (content: string | Buffer): string => hashOf('sha256', content);

/** Tells whether a file has these bytes. @param integrity in one of the algorithms that browsers know */
export function hasIntegrity(content: string | Buffer, integrity: string): boolean {
  const [algorithm = ''] = integrity.split('-');
  return /^sha(256|384|512)$/.test(algorithm) && integrity === hashOf(algorithm, content);
}
