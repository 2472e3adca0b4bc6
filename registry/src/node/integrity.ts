import { createHash } from 'node:crypto';

/** Subresource integrity of a file: SHA-256 in base64. */
export const integrityOf = (content: string | Buffer): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;
