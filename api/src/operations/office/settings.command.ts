/**
 * Changes the settings of a hall for its operators. The change is applied to the document of the hall, and the import writes it: whatever
 * `venue import` checks, refuses and records is the same here.
 */
import { basename } from 'node:path';
import type { Trx } from 'core/database/kysely';
import { ApiError, conflict, invalid } from 'core/errors';
import type { Session } from 'core/http/session';
import { requireRecentProof } from 'core/policy/recent-proof';
import { languageName } from 'shared-contracts/language';
import { exponentOf } from 'shared-contracts/rules/money';
import type { HallSettings, HallSettingsChange } from 'shared-contracts/types';
import { isDecimal, largestPrice } from '../../menu/documents/currency';
import { languagesSchema, missingTranslations } from '../../menu/documents/document-texts';
import { exportVenue } from '../../menu/documents/export-document';
import { printJson } from '../../menu/documents/print-json';
import { readStoredVenue, type StoredVenue } from '../../menu/documents/stored-venue';
import { isTimeZone, venueDocumentSchema, type WrittenVenueDocument } from '../../menu/documents/venue-document';
import { plateAddress } from '../../menu/pictures/media';
import { keysOf, keysOfOthers } from '../../payments/core/venue-keys';
import type { PaymentDeps } from '../../payments/providers/payment-deps';
import { keysToSet } from '../../payments/secrets';
import { leadPlace } from '../../people/people/workplace';
import { t } from '../../words';
import { isUploaded, readDocument, writeDocument } from '../venues/import-venue.command';
import { oneAtATime } from '../venues/insert-venue';
import { checkSecretNames, isSettingName } from '../venues/venue-form';
import { hallSettings, venueRow } from './settings.query';
import { withChange } from './settings.rules';

interface ChangeInput {
  session: Session;
  venueId: number;
  change: HallSettingsChange;
}

/**
 * Changes one part of the settings.
 * @throws ApiError 401, 403 if the role has ended; 403 PROOF_REQUIRED for another provider, key or service charge without a recent proof; 404; 409
 *   SETTINGS_CHANGED with the current settings; 422
 */
export function changeSettings(deps: PaymentDeps, { session, venueId, change }: ChangeInput): Promise<HallSettings> {
  return deps.outbox.transaction(async (trx) => {
    await oneAtATime(trx);
    await leadPlace(trx, deps, { venueId, vendorId: null }, session);
    const current = () => hallSettings(trx, { config: deps.config, session, venueId });
    const settings = await current();
    if (settings[change.part].version !== change.version) {
      const message = t('Someone else has changed these settings meanwhile. Look at them again.');
      throw conflict('SETTINGS_CHANGED', message, settings);
    }
    await refuseInvalid(trx, deps, settings, { session, change });
    const before = await storedFor(trx, settings, change);
    const { document, pictures } = exportVenue(before, plateAddress);
    const changed = withChange({ ...document, languages: before.languages }, change, before.languages);
    if (change.part === 'languages') refuseMissingTexts(changed, settings);
    const sent = change.part === 'picture' && change.address !== null ? [...pictures, change.address] : pictures;
    const input = {
      session,
      name: 'settings',
      text: printJson(changed),
      pictures: Object.fromEntries(sent.map((address) => [basename(address), { address }])),
      ownPictures: pictures,
      isDryRun: false,
      action: 'venue.changed',
    } as const;
    const { illustrated, media } = await readDocument(trx, deps, input);
    await media.write();
    await writeDocument(trx, deps, illustrated, input);
    return current();
  });
}

/**
 * Reads what the document of the change has: the hall alone, since stalls that a document does not list stay as they are. Another first
 * language moves the texts of every menu, so that document has all of them.
 */
async function storedFor(trx: Trx, { id, languages }: HallSettings, change: HallSettingsChange): Promise<StoredVenue> {
  const isFirstChanged = change.part === 'languages' && change.languages[0] !== languages.languages[0];
  const whole = isFirstChanged ? await readStoredVenue(trx, id) : null;
  return whole ?? { ...(await venueRow(trx, id)), tax_categories: [], vendors: [] };
}

/** Checks what the import would refuse in the words of a document, and says it at the field of the form. */
async function refuseInvalid(
  trx: Trx,
  deps: Pick<PaymentDeps, 'config' | 'providers'>,
  settings: HallSettings,
  { session, change }: Pick<ChangeInput, 'session' | 'change'>,
): Promise<void> {
  const isPaystack = settings.provider.provider === 'Paystack';
  switch (change.part) {
    case 'tax':
      if (isPaystack && !change.tax_included) throw invalid({ tax_included: [taxIsIncluded()] });
      return;
    case 'charge':
      refuseAmount(settings, change.service_charge, isPaystack);
      if (change.service_charge !== settings.charge.service_charge) requireRecentProof({ session });
      return;
    case 'tips':
      if (isPaystack && change.tips !== null) {
        throw invalid({ tips: [t('Paystack charges the prices as they are, so there are no tips.')] });
      }
      return;
    case 'hours':
      if (!isTimeZone(change.timezone)) {
        throw invalid({ timezone: [t('Choose a time zone, such as America/Toronto.')] });
      }
      return;
    case 'languages':
      if (!languagesSchema.safeParse(change.languages).success) {
        throw invalid({ languages: [t('Choose each language once.')] });
      }
      return;
    case 'picture':
      return refusePicture(deps, change.address);
    case 'provider':
      await refuseKeysOfOthers(trx, session, settings, change);
      return refuseProvider(trx, deps, settings, change);
    default:
      return;
  }
}

const taxIsIncluded = () => t('Paystack charges the prices as they are, so the tax has to be included in them.');

function refuseAmount({ currency }: HallSettings, amount: number, isPaystack: boolean): void {
  const refuse = (message: string) => invalid({ service_charge: [message] });
  if (isPaystack && amount !== 0) throw refuse(t('Paystack charges the prices as they are, so there is no charge.'));
  const decimals = exponentOf(currency);
  if (!isDecimal(amount, decimals)) {
    throw refuse(t('An amount in {currency} has at most {decimals} decimals.', { currency, decimals }));
  }
  const largest = largestPrice(currency);
  if (amount > largest) throw refuse(t('The amount should be at most {largest}.', { largest }));
}

function refusePicture({ config }: Pick<PaymentDeps, 'config'>, address: string | null): void {
  if (address === null || isUploaded(config.mediaDir, address)) return;
  throw invalid({ address: [t('This picture was not uploaded. Choose it again.')] });
}

/** Refuses the name of another hall's key, because this hall's payments would go into that hall's account. */
async function refuseKeysOfOthers(
  trx: Trx,
  session: Session,
  { provider }: HallSettings,
  change: Extract<HallSettingsChange, { part: 'provider' }>,
): Promise<void> {
  const taken = await keysOfOthers(trx, session);
  for (const field of ['secret_env', 'webhook_secret_env'] as const) {
    const name = change[field];
    if (name === null || name === provider[field] || !taken.has(name)) continue;
    throw invalid({ [field]: [t('This is the key of a hall that you do not run.')] });
  }
}

async function refuseProvider(
  trx: Trx,
  deps: Pick<PaymentDeps, 'config' | 'providers'>,
  settings: HallSettings,
  change: Extract<HallSettingsChange, { part: 'provider' }>,
): Promise<void> {
  if (/^(sk|rk)_/.test(change.provider_key)) {
    const message = t(
      'This is a secret key. Enter the public one here; the secret belongs in a setting of the server.',
    );
    throw invalid({ provider_key: [message] });
  }
  for (const field of ['secret_env', 'webhook_secret_env'] as const) {
    const name = change[field];
    if (name !== null && !isSettingName(name)) {
      const message = t(
        'Enter the name of a setting, such as STRIPE_SECRET_HALL. The key itself is set on the server.',
      );
      throw invalid({ [field]: [message] });
    }
  }
  checkSecretNames(deps.config, change);
  if (change.provider === 'Paystack') await refusePaystack(trx, settings);
  if (change.provider !== 'Stripe') await refuseAccountsOfStripe(trx, settings);
  if (settings.is_open) refuseMissingKeys(deps, settings, change);
}

/** Paystack charges exactly the prices, and pays each stall its own share. */
async function refusePaystack(trx: Trx, { id, tax, charge, tips }: HallSettings): Promise<void> {
  const refuse = (message: string) => invalid({ provider: [message] });
  if (!tax.tax_included) throw refuse(taxIsIncluded());
  if (charge.service_charge !== 0) {
    throw refuse(t('Paystack charges the prices as they are: set the service charge to 0 first.'));
  }
  if (tips.tips !== null) throw refuse(t('Paystack charges the prices as they are: switch the tips off first.'));
  const stall = await trx
    .selectFrom('vendors')
    .select('name')
    .where('venue_id', '=', id)
    .where('is_active', '=', true)
    .where('subaccount_code', 'is', null)
    .orderBy('position')
    .executeTakeFirst();
  if (stall) throw refuse(t('{name} has no subaccount of Paystack yet, which pays each stall.', { name: stall.name }));
}

/** A hall of another provider transfers nothing to the accounts of its stalls. */
async function refuseAccountsOfStripe(trx: Trx, { id }: HallSettings): Promise<void> {
  const stall = await trx
    .selectFrom('vendors')
    .select('name')
    .where('venue_id', '=', id)
    .where('is_active', '=', true)
    .where('stripe_account', 'is not', null)
    .orderBy('position')
    .executeTakeFirst();
  if (!stall) return;
  const message = t('{name} still names an account of Stripe. Remove it on the page of the stall first.', stall);
  throw invalid({ provider: [message] });
}

/** An open hall names no variable that the server lacks, since the server could not start again. */
function refuseMissingKeys(
  deps: Pick<PaymentDeps, 'config' | 'providers'>,
  settings: HallSettings,
  change: Extract<HallSettingsChange, { part: 'provider' }>,
): void {
  const namesOf = ({
    provider,
    ...names
  }: Pick<HallSettings['provider'], 'provider' | 'secret_env' | 'webhook_secret_env'>) =>
    keysOf({ name: settings.name.name, payment_provider: provider, ...names });
  const known = new Set(namesOf(settings.provider).map(({ setting }) => setting));
  const missing = keysToSet(deps, namesOf(change)).find(({ setting }) => !known.has(setting));
  if (!missing) return;
  const message = t(
    '{setting} is not set on the server, or is a key of another kind. Set it and restart the server, or close the hall first.',
    { setting: missing.setting },
  );
  throw invalid({ [missing.setting === change.webhook_secret_env ? 'webhook_secret_env' : 'secret_env']: [message] });
}

/** A hall gets another first language only once nothing is missing in it, since its texts become those that all others fall back to. */
function refuseMissingTexts(document: WrittenVenueDocument, { languages: { languages } }: HallSettings): void {
  const [first = ''] = document.languages ?? [];
  if (first === languages[0]) return;
  if (languages.some((language) => !document.languages?.includes(language))) {
    throw invalid({ languages: [t('Save the new first language before you remove another one.')] });
  }
  const before = [languages[0] ?? '', first];
  const whole = venueDocumentSchema.safeParse({ ...document, languages: [...new Set([...before, ...languages])] });
  if (!whole.success) throw new ApiError(422, 'DOCUMENT_INVALID', whole.error.issues[0]?.message ?? '');
  const isWhole = missingTranslations({ ...whole.data, languages: before }).length === 0;
  if (isWhole) return;
  const message = t('Translate every menu into {language} first. Until then it cannot be the first language.', {
    language: languageName(first),
  });
  throw invalid({ languages: [message] });
}
