/**
 * A link that downloads a backup, for a minute. A browser downloads a large file by an address alone, without the headers of a session, so
 * the address itself says who may. All processes of a site read the same links.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from 'core/database/kysely';
import { sharedSecret } from 'core/database/shared-secret';
import { z } from 'zod';

/** The browser follows the link at once. Afterwards an address in a history or a log is worth nothing. */
export const LINK_MS = 60_000;

const secretOf = async (db: Db): Promise<string> =>
  z.string().parse(await sharedSecret(db, 'backups', async () => randomBytes(32).toString('hex')));

const signature = (secret: string, content: string): Buffer => createHmac('sha256', secret).update(content).digest();

/** @returns the secret part of the address */
export async function linkFor(db: Db, { userId, now }: { userId: number; now: Date }): Promise<string> {
  const content = `${userId}.${now.getTime() + LINK_MS}`;
  return `${content}.${signature(await secretOf(db), content).toString('base64url')}`;
}

/** @returns the user that the link was made for; null for a link that has ended, or was not made here */
export async function userOfLink(db: Db, link: string, now: Date): Promise<number | null> {
  const [, content = '', until = '', signed = ''] = /^(\d+\.(\d+))\.([\w-]{43})$/.exec(link) ?? [];
  if (content === '' || Number(until) < now.getTime()) return null;
  const expected = signature(await secretOf(db), content);
  const given = Buffer.from(signed, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Number.parseInt(content, 10);
}
