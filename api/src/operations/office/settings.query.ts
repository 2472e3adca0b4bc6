/** Reads the settings of a hall for its operators, each part with its version. */
import type { Config } from 'core/config';
import type { Queryable } from 'core/database/kysely';
import type { VenuesTable } from 'core/database/types';
import { notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import { versionOf } from 'core/http/version';
import { decide } from 'core/policy/policies';
import type { Selectable } from 'kysely';
import { toMajor } from 'shared-contracts/rules/money';
import type { HallSettings } from 'shared-contracts/types';
import { t } from '../../words';
import { kindOfPicture } from './picture.rules';
import { ofLanguages } from './stalls.repository';

type VenueRow = Selectable<VenuesTable>;

/** @throws ApiError 404 for an unknown or removed venue */
export async function venueRow(db: Queryable, venueId: number): Promise<VenueRow> {
  const row = await db
    .selectFrom('venues')
    .selectAll()
    .where('id', '=', venueId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound(t('Venue not found.'));
  return row;
}

/** @throws ApiError 404 for an unknown or removed venue */
export const hallSettings = async (
  db: Queryable,
  { config, session, venueId }: { config: Config; session: Session; venueId: number },
): Promise<HallSettings> => ({
  ...settingsOf(await venueRow(db, venueId), config),
  is_site_operator: decide('site operator', session) === 'allowed',
});

const versioned = <Part extends object>(part: Part): Part & { version: string } => ({
  ...part,
  version: versionOf(part),
});

function settingsOf(row: VenueRow, config: Pick<Config, 'payments'>): Omit<HallSettings, 'is_site_operator'> {
  const { name, blurb, texts } = ofLanguages(row, row.languages);
  return {
    id: row.id,
    slug: row.slug,
    currency: row.currency,
    currency_symbol: row.currency_symbol,
    is_open: row.is_active,
    payments: config.payments.mode,
    name: versioned({ name, blurb, texts }),
    picture: versioned({ image_url: row.image_url, kind: kindOfPicture(row) }),
    languages: versioned({ languages: row.languages }),
    tax: versioned({
      tax_name: row.tax_name,
      tax_number: row.tax_number,
      tax_rate_percent: row.tax_rate_bp / 100,
      tax_included: row.is_tax_included,
    }),
    charge: versioned({ service_charge: toMajor(row.service_charge_minor, row.currency) }),
    tips: versioned({ tips: row.tip_rates_bp?.map((rate) => rate / 100) ?? null }),
    delivery: versioned({ delivery_method_types: row.delivery_method_types }),
    hours: versioned({ timezone: row.timezone }),
    provider: versioned({
      provider: row.payment_provider,
      provider_key: row.payment_provider_key,
      secret_env: row.secret_env,
      webhook_secret_env: row.webhook_secret_env,
    }),
  };
}
