/** How an order reaches its buyer: collected, or delivered to a table, room or address. The texts are the product's own. */
import type { DeliveryMethod, DeliveryMethodType } from '../types';
import { t } from '../words';

export type DeliverType = Exclude<DeliveryMethodType, 'collect'>;

export interface DeliveryChoice {
  method: DeliveryMethod | '';
  type: DeliveryMethodType | '';
  location: string;
}

/** Contract 1 declares the English words as the types, and a version of it keeps what it has declared. */
interface DeliveryMessages {
  readonly type: 'Please select on of the delivery method types';
  readonly location: 'Please specify a delivery method location';
  readonly table: 'Table number is required.';
  readonly notOffered: 'This vendor does not offer that.';
}

/** The messages in the language of the page or request. Each is a getter, since the translations arrive after this module. */
export const DELIVERY_MESSAGES: DeliveryMessages = {
  get type() {
    return t('Please select on of the delivery method types') as DeliveryMessages['type'];
  },
  get location() {
    return t('Please specify a delivery method location') as DeliveryMessages['location'];
  },
  get table() {
    return t('Table number is required.') as DeliveryMessages['table'];
  },
  get notOffered() {
    return t('This vendor does not offer that.') as DeliveryMessages['notOffered'];
  },
};

/**
 * Tells whether a vendor lets buyers collect.
 * @example
 * offersCollect(['collect', 'table']); // true
 */
export function offersCollect(offered: readonly DeliveryMethodType[]): boolean {
  return offered.includes('collect');
}

/**
 * Tells whether buyers can only collect. Then there is nothing to choose or change.
 * @example
 * offersOnlyCollect(['collect']); // true
 */
export function offersOnlyCollect(offered: readonly DeliveryMethodType[]): boolean {
  return offersCollect(offered) && deliverTypesOf(offered).length === 0;
}

/**
 * Returns the ways in which a vendor delivers.
 * @example
 * deliverTypesOf(['collect', 'table', 'room']); // ['table', 'room']
 */
export function deliverTypesOf(offered: readonly DeliveryMethodType[]): DeliverType[] {
  return offered.filter((type): type is DeliverType => type !== 'collect');
}

/**
 * Returns the choice that a panel opens with. A choice stays if the vendor offers it, even while its location is missing.
 * Otherwise the vendor decides: collect if that is all it offers; deliver if it does not offer collect, with the type if it has
 * only one. A vendor that offers both leaves the choice open.
 * @param destination where the visitor is. It becomes the location, except that of an only type `address`: a table is no
 *   address
 * @example
 * initialChoice(['collect'], { method: '', type: '', location: '' }, ''); // { method: 'collect', type: 'collect', location: '' }
 */
export function initialChoice(
  offered: readonly DeliveryMethodType[],
  current: DeliveryChoice,
  destination: string,
): DeliveryChoice {
  const deliverTypes = deliverTypesOf(offered);
  const [onlyType] = deliverTypes;
  if (isOffered(offered, current)) return current;
  if (!offersCollect(offered)) {
    const type = deliverTypes.length === 1 && onlyType ? onlyType : '';
    return { method: 'deliver', type, location: current.location || (type === 'address' ? '' : destination) };
  }
  if (deliverTypes.length === 0) return { method: 'collect', type: 'collect', location: '' };
  return { method: '', type: '', location: current.location || destination };
}

/** Whether the vendor offers this method and type, wherever it goes. */
function isOffered(offered: readonly DeliveryMethodType[], choice: DeliveryChoice): boolean {
  const { delivery_method_location: _missing, ...errors } = deliveryErrors(offered, choice);
  return Object.keys(errors).length === 0;
}

/**
 * Tells whether an order has a complete method that its vendor supports.
 * @example
 * isSupported(['table'], { method: 'deliver', type: 'table', location: '' }); // false
 */
export function isSupported(offered: readonly DeliveryMethodType[], choice: DeliveryChoice): boolean {
  return choice.method !== '' && Object.keys(deliveryErrors(offered, choice)).length === 0;
}

/**
 * Chooses a method. Collect sets the type to collect, and deliver clears it.
 * @example
 * withMethod({ method: '', type: '', location: '' }, 'collect'); // { method: 'collect', type: 'collect', location: '' }
 */
export function withMethod(choice: DeliveryChoice, method: DeliveryMethod): DeliveryChoice {
  return { ...choice, method, type: method === 'collect' ? 'collect' : '' };
}

/**
 * Chooses a method as `withMethod` does, except that a vendor's only deliver type is set at once.
 * @deprecated for remotes built with contract 1.0 or 1.1 only; it goes with 2.0
 */
export function chooseMethod(
  offered: readonly DeliveryMethodType[],
  choice: DeliveryChoice,
  method: DeliveryMethod,
  destination: string,
): DeliveryChoice {
  const cleared = withMethod(choice, method);
  const [onlyType, ...others] = deliverTypesOf(offered);
  return method === 'deliver' && onlyType && others.length === 0 ? chooseType(cleared, onlyType, destination) : cleared;
}

/**
 * Chooses a deliver type and sets the location to the visitor's destination.
 * @example
 * chooseType({ method: 'deliver', type: '', location: '' }, 'table', '12'); // { method: 'deliver', type: 'table', location: '12' }
 */
export function chooseType(choice: DeliveryChoice, type: DeliverType, destination: string): DeliveryChoice {
  return { ...choice, type, location: destination };
}

export interface DeliveryErrors {
  delivery_method?: string;
  delivery_method_type?: string;
  delivery_method_location?: string;
}

/**
 * Returns the errors of a choice by field. A collect needs no more fields. The API refuses with the same words.
 * @example
 * deliveryErrors(['table'], { method: 'deliver', type: 'table', location: '12' }); // {}
 */
export function deliveryErrors(offered: readonly DeliveryMethodType[], choice: DeliveryChoice): DeliveryErrors {
  if (choice.method === '') return { delivery_method: DELIVERY_MESSAGES.type };
  if (choice.method === 'collect')
    return offersCollect(offered) ? {} : { delivery_method: DELIVERY_MESSAGES.notOffered };
  const errors: DeliveryErrors = {};
  if (choice.type === '' || choice.type === 'collect') errors.delivery_method_type = DELIVERY_MESSAGES.type;
  else if (!offered.includes(choice.type)) errors.delivery_method_type = DELIVERY_MESSAGES.notOffered;
  if (choice.location.trim() === '') errors.delivery_method_location = DELIVERY_MESSAGES.location;
  return errors;
}

/**
 * Returns the line under the location field: its own words for a table, the general ones for an address, none for a room.
 * @example
 * locationHint({ method: 'deliver', type: 'room', location: '' }); // undefined
 */
export function locationHint(choice: DeliveryChoice): string | undefined {
  if (choice.method !== 'deliver' || choice.location.trim() !== '') return undefined;
  if (choice.type === 'table') return DELIVERY_MESSAGES.table;
  return choice.type === 'address' ? DELIVERY_MESSAGES.location : undefined;
}

/**
 * Describes a choice in words: 'Collect', 'Deliver to Table 12', …
 * @example
 * describeDelivery({ method: 'collect', type: 'collect', location: '' }); // 'Collect'
 */
export function describeDelivery(choice: DeliveryChoice): string {
  const { location } = choice;
  if (choice.method === 'collect') return t('Collect');
  if (choice.method === '') return t('Not chosen yet');
  if (choice.type === 'table' && !isNamed(location, ['Table', t('Table')]))
    return t('Deliver to Table {location}', { location });
  if (choice.type === 'room' && !isNamed(location, ['Room', t('Room')]))
    return t('Deliver to Room {location}', { location });
  return t('Deliver to {location}', { location });
}

/** Some people type the word as well, and 'Room 204' must not become 'Room Room 204'. */
function isNamed(location: string, kinds: readonly string[]): boolean {
  return kinds.some((kind) => location.toLowerCase().startsWith(`${kind.toLowerCase()} `));
}
