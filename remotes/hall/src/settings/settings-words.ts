/** The names of the settings' pages, and each part in a line. */
import { languageName } from 'shared-contracts/language';
import type { HallSettings, Schedule } from 'shared-contracts/types';
import { moneyFormatter } from '../money/amounts.rules';
import { beginLarge } from '../office/begin-large';
import { listText } from '../office/list-text';
import { methodName } from '../stalls/stall-words';
import { t } from '../words';
import type { FormPart } from './settings.rules';

/** The pages of the settings, by the last part of their address. */
export type PageId = FormPart | 'picture' | 'live' | 'demo' | 'backup' | 'server';

const PAGES: readonly PageId[] = [
  'name',
  'picture',
  'languages',
  'tax',
  'charge',
  'tips',
  'delivery',
  'hours',
  'provider',
  'live',
  'demo',
  'backup',
  'server',
];
export const isPage = (text: string): text is PageId => PAGES.some((page) => page === text);

export function pageName(page: PageId): string {
  switch (page) {
    case 'name':
      return t('Name and texts');
    case 'picture':
      return t('Picture');
    case 'languages':
      return t('Languages');
    case 'tax':
      return t('Taxes');
    case 'charge':
      return t('Service charge');
    case 'tips':
      return t('Tips');
    case 'delivery':
      return t('Delivery');
    case 'hours':
      return t('Hours');
    case 'provider':
      return t('Payment provider');
    case 'live':
      return t('Go live');
    case 'demo':
      return t('Data of the demo');
    case 'backup':
      return t('Backup');
    case 'server':
      return t('On the server');
  }
}

/** A part of the settings in one line, for the list and for a conflict. */
export function partText(part: FormPart | 'picture', settings: HallSettings): string {
  switch (part) {
    case 'name':
      return settings.name.name;
    case 'picture':
      return pictureText(settings.picture.kind);
    case 'languages':
      return beginLarge(listText(settings.languages.languages.map((language) => languageName(language))));
    case 'tax':
      return taxText(settings.tax);
    case 'charge':
      return chargeText(settings);
    case 'tips':
      return settings.tips.tips ? listText(settings.tips.tips.map((rate) => t('{rate} %', { rate }))) : t('No tips');
    case 'delivery':
      return listText(settings.delivery.delivery_method_types.map(methodName));
    case 'hours':
      return zoneName(settings.hours.timezone);
    case 'provider':
      return `${settings.provider.provider} · ${settings.provider.secret_env}`;
  }
}

function pictureText(kind: HallSettings['picture']['kind']): string {
  switch (kind) {
    case 'photograph':
      return t('A picture of your own');
    case 'drawing':
      return t('A drawing');
    case 'none':
      return t('No picture yet');
  }
}

const taxText = ({ tax_name: name, tax_rate_percent: rate, tax_included }: HallSettings['tax']): string =>
  tax_included
    ? t('{name} {rate} %, included in prices', { name, rate })
    : t('{name} {rate} %, added to prices', { name, rate });

const chargeText = (settings: HallSettings): string =>
  settings.charge.service_charge === 0
    ? t('None')
    : t('{amount} for each order', { amount: moneyFormatter(settings)(settings.charge.service_charge) });

/** 'America/Toronto' as a person reads it. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

/** A schedule in one line: 'Every day: 11:00 to 22:00', where all days are alike. */
export function scheduleText(schedule: Schedule | null): string {
  if (!schedule) return t('Not set');
  const [first, ...others] = schedule.weekly.map((spans) =>
    listText(spans.map(({ from, until }) => t('{from} to {until}', { from, until }))),
  );
  const isDaily = others.every((times) => times === first);
  if (!isDaily || schedule.exceptions.length > 0) return t('Set, with days that differ');
  return first ? t('Every day: {times}', { times: first }) : t('Closed every day');
}
