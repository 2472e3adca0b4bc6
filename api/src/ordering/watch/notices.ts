/** Tells people of a stall or a hall what the watch found: by push, and by email. Both follow the commit. */

import type { Queryable, Trx } from 'core/database/kysely';
import { inLanguage } from 'core/http/language';
import { escapeHtml } from 'core/texts/escape-html';
import { sql } from 'kysely';
import { SOURCE_LANGUAGE } from 'shared-contracts/language';
import { idSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { Deps } from '../../deps';
import { emailPage, linkParagraphs } from '../../messages/mail/email-page';
import { EMAIL_WORK } from '../../messages/mail/outbox-email';
import { enqueue } from '../../messages/outbox/enqueue';
import { askToPush } from '../../messages/push/push.outbox';
import { t } from '../../words';

const KIND = 'watch-email';

/** The texts of a notice, in its reader's language. */
export interface WatchNotice {
  /** The subject of the email, and the whole push. */
  title: string;
  sentences: string[];
}

const emailSchema = z.object({
  userId: idSchema,
  language: z.string(),
  title: z.string(),
  sentences: z.array(z.string()),
  /** The page of the site on which the reader acts. */
  path: z.string(),
});

export interface Reader {
  id: number;
  language: string;
}

/** Returns those who work at a stall, each once. A person who has chosen no language reads the first one of the hall. */
export async function peopleOfStall(db: Queryable, vendorId: number): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select users.id, coalesce(users.language, venues.languages[1], ${SOURCE_LANGUAGE}) as language
    from vendor_members join users on users.id = vendor_members.user_id
    join vendors on vendors.id = vendor_members.vendor_id join venues on venues.id = vendors.venue_id
    where vendors.id = ${vendorId} and users.deleted_at is null order by users.id`.execute(db);
  return rows;
}

/** Returns the operators of a hall. */
export async function operatorsOf(db: Queryable, venueId: number): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select users.id, coalesce(users.language, venues.languages[1], ${SOURCE_LANGUAGE}) as language
    from venue_operators join users on users.id = venue_operators.user_id
    join venues on venues.id = venue_operators.venue_id
    where venues.id = ${venueId} and users.deleted_at is null order by users.id`.execute(db);
  return rows;
}

/** The queue of a stall. It names the stall, since its reader may work at several. */
export const stallPath = (vendorId: number): string => `/queues?vendor=${vendorId}`;
export const hallPath = (venueId: number): string => `/hall/${venueId}/watch`;

/** Queues one push for each browser and one email for each reader. `write` is called in the language of the reader. */
export async function tell(
  trx: Trx,
  readers: readonly Reader[],
  { path, now, write }: { path: string; now: Date; write: () => WatchNotice },
): Promise<void> {
  for (const { id, language } of readers) {
    const { title, sentences } = inLanguage(language, write);
    await askToPush(trx, id, { kind: 'message', message: title, path }, { now, language });
    await enqueue(trx, [{ kind: KIND, payload: { userId: id, language, title, sentences, path } }]);
  }
}

export function handleWatchEmails({ db, mailer, outbox, config }: Pick<Deps, 'db' | 'mailer' | 'outbox' | 'config'>) {
  outbox.handle(KIND, {
    schema: emailSchema,
    ...EMAIL_WORK,
    handle: async ({ payload: { userId, language, title, sentences, path } }) => {
      const reader = await db
        .selectFrom('users')
        .select('email')
        .where('id', '=', userId)
        // No mail server can have the address of a deleted account.
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!reader) return;
      const link = config.siteUrl + path;
      await mailer.send(
        inLanguage(language, () => ({
          to: reader.email,
          subject: title,
          text: [title, ...sentences, t('Look at it: {link}', { link })].join('\n\n'),
          html: emailPage(title, [
            ...sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`),
            ...linkParagraphs(t('Look at it'), link),
          ]),
        })),
      );
    },
  });
}
