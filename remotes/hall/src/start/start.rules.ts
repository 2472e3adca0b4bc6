/** The steps of a new hall to its first guests, ticked off by the facts of the API. */
import type { HallStart } from 'shared-contracts/types';
import { settingPath, stallsPath, tablesPath } from '../office/paths';
import { t } from '../words';

export type StepId = 'stall' | 'item' | 'table' | 'order' | 'live';

export interface Step {
  id: StepId;
  name: string;
  /** What it is good for. */
  note: string;
  isDone: boolean;
  /** Where it is done. */
  to: string;
}

/** Guests see the hall and pay with money. */
export const isLive = ({ is_open, payments }: HallStart): boolean => is_open && payments === 'live';

export function startSteps(venueId: string, start: HallStart): Step[] {
  return [
    {
      id: 'stall',
      name: t('First stall'),
      note: t('A name is enough to begin.'),
      isDone: start.stalls > 0,
      to: start.stalls > 0 ? stallsPath(venueId) : `${stallsPath(venueId)}/new`,
    },
    {
      id: 'item',
      name: t('First item'),
      note: t('On the menu of the stall, with its price.'),
      isDone: start.items > 0,
      to: stallsPath(venueId),
    },
    {
      id: 'table',
      name: t('First table'),
      note: t('With a code to print. A hall where guests collect needs none.'),
      isDone: start.tables > 0,
      to: tablesPath(venueId),
    },
    {
      id: 'order',
      name: t('Test order'),
      note: t('Order and pay as a guest, with a test card of your provider.'),
      isDone: start.has_order,
      to: `/venues/${venueId}/vendors`,
    },
    {
      id: 'live',
      name: t('Go live'),
      note: t('The checks, and the switch that shows the hall to guests.'),
      isDone: isLive(start),
      to: settingPath(venueId, 'live'),
    },
  ];
}

/** The first step that is not done; undefined once the hall has gone live. */
export const nextStep = (steps: readonly Step[]): Step | undefined => steps.find(({ isDone }) => !isDone);
