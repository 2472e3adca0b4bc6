import { createHash } from 'node:crypto';

/** Returns a short hash of what a page has loaded. A change that names another hash was made on something older. */
export const versionOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
