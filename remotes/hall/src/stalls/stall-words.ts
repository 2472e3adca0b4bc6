import type { DeliveryMethodType, HallStall } from 'shared-contracts/types';
import { plural, t } from '../words';

export function methodName(type: DeliveryMethodType): string {
  switch (type) {
    case 'collect':
      return t('Collect at the stall');
    case 'table':
      return t('Deliver to a table');
    case 'room':
      return t('Deliver to a room');
    case 'address':
      return t('Deliver to an address');
  }
}

/** Counts what a stall has: '12 items', '3 people', '1 printer'. */
export const stallCounts = ({ items, people, printers }: HallStall): [string, string, string] => [
  plural(items, { one: '# item', other: '# items' }),
  plural(people, { one: '# person', other: '# people' }),
  plural(printers, { one: '# printer', other: '# printers' }),
];
