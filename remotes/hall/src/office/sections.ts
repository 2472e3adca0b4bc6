import { t } from '../words';
import { ordersPath, peoplePath, settingsPagePath, stallsPath, statementsPath, tablesPath, todayPath } from './paths';

export type SectionId = 'today' | 'orders' | 'stalls' | 'tables' | 'money' | 'people' | 'settings';

export interface Section {
  id: SectionId;
  name: string;
  path: string;
}

/** The sections of a hall's office, in the order of its navigation. The first is what the office opens with. */
export function sections(venueId: string | number): [Section, ...Section[]] {
  return [
    { id: 'today', name: t('Today'), path: todayPath(venueId) },
    { id: 'orders', name: t('Orders'), path: ordersPath(venueId) },
    { id: 'stalls', name: t('Stalls'), path: stallsPath(venueId) },
    { id: 'tables', name: t('Tables'), path: tablesPath(venueId) },
    { id: 'money', name: t('Money'), path: statementsPath(venueId) },
    { id: 'people', name: t('People'), path: peoplePath(venueId) },
    { id: 'settings', name: t('Settings'), path: settingsPagePath(venueId) },
  ];
}
