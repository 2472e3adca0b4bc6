/** Imports a venue document into a running site: it reports the changes, then applies them in one transaction. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { changing } from 'core/database/dry-run';
import type { Queryable, Trx } from 'core/database/kysely';
import { ApiError } from 'core/errors';
import type { Session } from 'core/http/session';
import { permit } from 'core/policy/policies';
import { requireRecentProof } from 'core/policy/recent-proof';
import { sql } from 'kysely';
import type { Deps } from '../../deps';
import { type Change, changedFields, changesBetween } from '../../menu/documents/changes';
import { missingTranslations } from '../../menu/documents/document-texts';
import { type FileAddress, type IllustratedVenue, illustrate } from '../../menu/documents/illustrate';
import { checkSecretNames } from '../../menu/documents/import-documents';
import { ImportError } from '../../menu/documents/import-error';
import { readText, remarkLines, type Source } from '../../menu/documents/read-source';
import { readStoredVenue, type StoredVenue } from '../../menu/documents/stored-venue';
import { unusualPrices, type VenueDocument, venueDocumentSchema } from '../../menu/documents/venue-document';
import { writeVenues } from '../../menu/documents/write-venues';
import { MediaFiles } from '../../menu/pictures/media';
import { isPhotograph } from '../../menu/pictures/photographs';
import { keysOf, keysOfOthers } from '../../payments/core/venue-keys';
import type { PaymentDeps } from '../../payments/providers/payment-deps';
import { keysToSet } from '../../payments/secrets';
import { actAs } from '../../people/audit/act-as';
import { auditVenue } from '../../people/audit/audit-venue';
import { leadPlace } from '../../people/people/workplace';
import { t } from '../../words';
import { oneAtATime } from './insert-venue';
import { notifyPages } from './open-venue.command';
import { deleteCarts } from './removal';

/** A file that the document names: its address on the site, or the reason why it cannot be used, in words that follow its name. */
export type SentPicture = { address: string } | { problem: string };

export interface ImportInput {
  session: Session;
  /** The name of the document in problem messages. */
  name: string;
  text: string;
  pictures: Readonly<Record<string, SentPicture>>;
  /** Addresses of pictures that the venue has already, which need no file. */
  ownPictures?: readonly string[];
  isDryRun: boolean;
}

type WriteInput = Pick<ImportInput, 'session' | 'isDryRun'> & { action?: 'venue.imported' | 'venue.changed' };

export interface VenueImport {
  /** Null for a new venue in a dry run. */
  id: number | null;
  slug: string;
  name: string;
  is_new: boolean;
  changes: Change[];
  /** The vendors that the document does not list. They stay unchanged. */
  kept_vendors: { slug: string; name: string }[];
  /** Each line names its place in the document. The last line counts those that are left out. */
  warnings: string[];
  /** Settings of the server that hold the venue's keys and are not set. */
  missing_settings: string[];
  /** A new venue stays closed until these settings of the server are right, because no process could start otherwise. */
  closed_until_set: string[];
}

/** @throws ApiError 401, 403 for a venue that the caller does not run; 422 DOCUMENT_INVALID with every problem of the document */
export async function importVenue(deps: PaymentDeps, input: ImportInput): Promise<VenueImport> {
  const { isDryRun } = input;
  const { illustrated, media } = await readDocument(deps.db, deps, input);
  const { content } = illustrated;
  if (!isDryRun) await media.write();
  const result = await changing<Written>(
    (work) => deps.outbox.transaction(work),
    { isDryRun },
    (trx) => writeDocument(trx, deps, illustrated, input),
  );
  return {
    ...result,
    id: isDryRun && result.is_new ? null : result.id,
    warnings: remarkLines(illustrated, 'warning', [...unusualPrices(content), ...missingTranslations(content)]),
    missing_settings: keysOf({ name: result.name, payment_provider: content.payment.provider, ...content.payment })
      .map(({ setting }) => setting)
      .filter((setting) => deps.config.secret(setting) === null),
  };
}

interface ReadDocument {
  illustrated: IllustratedVenue;
  /** The pictures, which are not written yet. */
  media: MediaFiles;
}

/**
 * Reads and checks a venue document for its import.
 * @throws ApiError 403 for a venue that the caller does not run; 422 DOCUMENT_INVALID with every problem of the document
 */
export async function readDocument(
  db: Queryable,
  deps: Pick<PaymentDeps, 'config'>,
  input: ImportInput,
): Promise<ReadDocument> {
  const problems: string[] = [];
  const source = readText(input.name, input.text, venueDocumentSchema, problems);
  if (!source) throw refused(problems);
  await requireOwn(db, source, input.session, problems);
  checkSecretNames(source, deps.config.problemOfSecretName, problems);
  const media = new MediaFiles(deps.config.mediaDir);
  const illustrated = await illustrate(source, media, sentPictures(deps, input), problems);
  if (problems.length > 0) throw refused(problems);
  return { illustrated, media };
}

const refused = (problems: readonly string[]): ApiError =>
  new ApiError(422, 'DOCUMENT_INVALID', problems[0] ?? 'The document is not valid.', {
    errors: { document: [...problems] },
  });

type Written = Omit<VenueImport, 'id' | 'warnings' | 'missing_settings'> & { id: number };

/**
 * Writes a document that was read, and records the change. The transaction locks the venue for its operators.
 * @param action the event of the audit log for a venue that exists
 * @throws ApiError 401, 403; 422 DOCUMENT_INVALID for what only the stored venue shows
 */
export async function writeDocument(
  trx: Trx,
  deps: PaymentDeps,
  illustrated: IllustratedVenue,
  { session, isDryRun, action = 'venue.imported' }: WriteInput,
): Promise<Written> {
  const { content } = illustrated;
  await oneAtATime(trx);
  await actAs(trx, session.user.id);
  const present = await presentVenue(trx, content);
  // A role may have ended since the request began.
  if (present) await leadPlace(trx, deps, { venueId: present.id, vendorId: null }, session);
  else
    permit(
      'site operator',
      session,
      {},
      { message: t('Only a site operator may add a hall, or --offline on the server.') },
    );
  const before = present ? await readStoredVenue(trx, present.id) : null;
  const after = await writeStored(trx, illustrated, before);
  const { id, slug, name } = after;
  const toSet = keysToSet(deps, keysOf(after)).map(({ setting }) => setting);
  if (!isDryRun && before && hasOtherKeys(before, after)) requireRecentProof({ session });
  if (before?.is_active) refuseOtherKeys(illustrated, { before, after, toSet });
  const closed_until_set = before ? [] : toSet;
  if (closed_until_set.length > 0) {
    await trx.updateTable('venues').set({ is_active: false }).where('id', '=', id).execute();
  }
  if (!before && !session.isCommandLine) {
    await trx.insertInto('venue_operators').values({ venue_id: id, user_id: session.user.id }).execute();
  }
  const changes = changesBetween(before, after);
  if (changes.length > 0) {
    await auditVenue(trx, {
      at: deps.clock.now(),
      actorId: session.user.id,
      action: before ? action : 'venue.created',
      subject: name,
      venueId: id,
      ...(before && changedFields(before, after)),
    });
    const vendorIds = changes.flatMap(({ vendor_id }) => (vendor_id === null ? [] : [vendor_id]));
    await notifyPages(trx, id, changes.some(({ vendor_id }) => vendor_id === null) ? undefined : vendorIds);
  }
  const listed = new Set(content.vendors.map((vendor) => vendor.slug));
  const kept_vendors = after.vendors
    .filter((vendor) => !listed.has(vendor.slug))
    .map((vendor) => ({ slug: vendor.slug, name: vendor.name }));
  return { id, slug, name, is_new: !before, changes, kept_vendors, closed_until_set };
}

/** Writes the rows. @returns the venue as it is stored now */
async function writeStored(trx: Trx, illustrated: IllustratedVenue, before: StoredVenue | null): Promise<StoredVenue> {
  try {
    const { venueIds } = await writeVenues(trx, [illustrated]);
    const after = await readStoredVenue(trx, venueIds[0] ?? Number.NaN);
    if (!after) throw new Error(`The venue ${illustrated.content.slug} is not there after it was written.`);
    if (before && before.currency !== after.currency) await changeCurrency(trx, illustrated, before);
    return after;
  } catch (error) {
    throw error instanceof ImportError ? refused(error.problems) : error;
  }
}

/** True if the money of the venue would go to another account at a provider. */
function hasOtherKeys(before: StoredVenue, after: StoredVenue): boolean {
  const keysIn = (venue: StoredVenue) =>
    JSON.stringify([venue.payment_provider, venue.payment_provider_key, venue.secret_env, venue.webhook_secret_env]);
  return keysIn(before) !== keysIn(after) || hasOtherPayees(before, after);
}

/** True if the money of a stall would go to another account. A new stall is no change. */
function hasOtherPayees(before: StoredVenue, after: StoredVenue): boolean {
  return after.vendors.some(({ slug, subaccount_code, stripe_account }) => {
    const known = before.vendors.find((vendor) => vendor.slug === slug);
    return known && (known.subaccount_code !== subaccount_code || known.stripe_account !== stripe_account);
  });
}

/** @throws ApiError 422 if an open venue would name settings that the server does not have */
function refuseOtherKeys(
  { problem }: IllustratedVenue,
  { before, after, toSet }: { before: StoredVenue; after: StoredVenue; toSet: readonly string[] },
): void {
  const named = new Set(keysOf(before).map(({ setting }) => setting));
  const others = toSet.filter((setting) => !named.has(setting));
  if (others.length === 0) return;
  throw refused(
    others.map((setting) =>
      problem(
        ['payment', setting === after.webhook_secret_env ? 'webhook_secret_env' : 'secret_env'],
        `'${setting}' is not set on the server, or is a key of another kind. Set it and restart the server, or close the venue first`,
      ),
    ),
  );
}

/** Changes the currency, and empties the carts, whose prices are in the old one. @throws ImportError if orders or payments use the old one */
async function changeCurrency(
  trx: Trx,
  { problem }: IllustratedVenue,
  { id, currency }: { id: number; currency: string },
): Promise<void> {
  await deleteCarts(trx, sql`venue_id = ${id}`);
  const left = await trx.selectFrom('carts').select('id').where('venue_id', '=', id).limit(1).executeTakeFirst();
  if (left)
    throw new ImportError([problem(['currency'], `must stay ${currency}: the venue has orders or payments in it`)]);
}

interface PresentVenue {
  id: number;
  removed_at: Date | null;
  secret_env: string;
  webhook_secret_env: string | null;
}

/** Finds the venue of the document by its slug, or by its former slug. */
async function presentVenue(db: Queryable, { slug, renamed_from }: VenueDocument): Promise<PresentVenue | undefined> {
  const rows = await db
    .selectFrom('venues')
    .select(['id', 'slug', 'removed_at', 'secret_env', 'webhook_secret_env'])
    .where('slug', 'in', renamed_from === undefined ? [slug] : [slug, renamed_from])
    .execute();
  return rows.find((row) => row.slug === slug) ?? rows[0];
}

/** @param problems receives the parts that the caller may not name. @throws ApiError 403 */
async function requireOwn(
  db: Queryable,
  { content, problem }: Source<VenueDocument>,
  session: Session,
  problems: string[],
): Promise<void> {
  const present = await presentVenue(db, content);
  if (present?.removed_at) {
    problems.push(problem(['slug'], `'${content.slug}' is a venue that was removed; take another slug`));
  } else if (present) permit('operator', session, { venueId: present.id });
  const taken = await keysOfOthers(db, session);
  for (const key of ['secret_env', 'webhook_secret_env'] as const) {
    const name = content.payment[key];
    // A picture that the venue already has belongs to it.
    if (name === null || name === present?.[key]) continue;
    if (taken.has(name))
      problems.push(problem(['payment', key], `'${name}' is the key of a venue that you do not run`));
  }
}

const DRAWING = /^\/media\/[0-9a-f]{20}\.svg$/;

const isPicture = (address: string) => DRAWING.test(address) || isPhotograph(address);

/** True for the address of a picture that is stored on the site. */
export const isUploaded = (mediaDir: string, address: string): boolean =>
  isPicture(address) && existsSync(join(mediaDir, basename(address)));

function sentPictures(
  { config }: Pick<Deps, 'config'>,
  { pictures, ownPictures = [], isDryRun }: ImportInput,
): FileAddress {
  const sent = new Map(Object.entries(pictures));
  // A dry run stores no picture.
  const isThere = (address: string) => (isDryRun ? isPicture(address) : isUploaded(config.mediaDir, address));
  return async (file) => {
    const picture = sent.get(file);
    if (picture && 'problem' in picture) throw new Error(`names ${file}, which ${picture.problem}`);
    if (picture && ownPictures.includes(picture.address)) return picture.address;
    if (!picture || !isThere(picture.address)) {
      throw new Error(`names ${file}, which was not sent`);
    }
    return picture.address;
  };
}
