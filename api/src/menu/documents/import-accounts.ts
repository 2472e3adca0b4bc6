/** Creates the accounts of the demo once, with the vendors and venues that their file names. An existing account keeps its password. */

import { inTransaction, type Queryable } from 'core/database/kysely';
import { EMAIL } from 'shared-contracts/rules/forms';
import { lineSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import { hashPassword } from '../../people/auth/passwords';
import { readSource } from './import-documents';
import { ImportError } from './import-error';

const accountsSchema = z.array(
  z.strictObject({
    name: lineSchema.min(1),
    email: z.email({ pattern: EMAIL }).refine((email) => email === email.toLowerCase(), 'must be in lower case'),
    phone: z.string().min(10),
    /** 'venue-slug/vendor-slug' */
    vendors: z.array(z.string().regex(/^[\w-]+\/[\w-]+$/, "must be 'venue/vendor', by their slugs")),
    /** The slugs of the venues that the person runs. */
    venues: z.array(z.string()).default([]),
    is_site_operator: z.boolean().default(false),
  }),
);

/** @throws ImportError, also for an unknown vendor or venue */
export async function importAccounts(db: Queryable, path: string, password: string): Promise<void> {
  const problems: string[] = [];
  const file = await readSource(path, accountsSchema, problems);
  if (!file) throw new ImportError(problems);
  const password_hash = await hashPassword(password);

  await inTransaction(db, async (trx) => {
    const vendors = await trx
      .selectFrom('vendors')
      .innerJoin('venues', 'venues.id', 'vendors.venue_id')
      .select(['vendors.id', 'vendors.slug', 'venues.slug as venue'])
      .execute();
    const idOf = new Map(vendors.map(({ id, slug, venue }) => [`${venue}/${slug}`, id]));
    const venues = await trx.selectFrom('venues').select(['id', 'slug']).execute();
    const idOfVenue = new Map(venues.map(({ id, slug }) => [slug, id]));
    for (const [index, { vendors: wanted, venues: run, is_site_operator, ...account }] of file.content.entries()) {
      await trx
        .insertInto('users')
        // The emails in the file count as confirmed.
        .values({ ...account, password_hash, email_confirmed_at: new Date(), is_demo: true })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .execute();
      const user = await trx
        .selectFrom('users')
        .select('id')
        .where('email', '=', account.email)
        .executeTakeFirstOrThrow();
      if (is_site_operator) {
        await trx
          .insertInto('site_operators')
          .values({ user_id: user.id })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      for (const [position, vendor] of wanted.entries()) {
        const vendor_id = idOf.get(vendor);
        if (vendor_id === undefined) {
          problems.push(file.problem([index, 'vendors', position], `there is no vendor '${vendor}'`));
          continue;
        }
        await trx
          .insertInto('vendor_members')
          .values({ vendor_id, user_id: user.id, role: 'owner' })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
      for (const [position, venue] of run.entries()) {
        const venue_id = idOfVenue.get(venue);
        if (venue_id === undefined) {
          problems.push(file.problem([index, 'venues', position], `there is no venue '${venue}'`));
          continue;
        }
        await trx
          .insertInto('venue_operators')
          .values({ venue_id, user_id: user.id })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    }
    if (problems.length > 0) throw new ImportError(problems);
  });
}
