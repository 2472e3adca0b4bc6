/**
 * The words of text messages. Translations have letters of the alphabet of GSM 7 alone where their language allows it: of French é, è, à and ù, of
 * Spanish é and ñ. A no-break space is not in it.
 */
import type { DeliveryMethod } from 'shared-contracts/types';
import { t } from '../../words';
import { inOneSegment } from './segments.rules';

interface DoneOrder {
  vendorName: string;
  /** 'A-12' */
  number: string;
  deliveryMethod: DeliveryMethod | null;
}

/** The one message of an order. @returns a text of one segment, in the current language */
export function doneMessage({ vendorName, number, deliveryMethod }: DoneOrder): string {
  return inOneSegment(vendorName, (vendor) =>
    deliveryMethod === 'deliver'
      ? t('Order {number} of {vendor} is on its way.', { number, vendor })
      : t('Order {number} of {vendor} is ready to collect.', { number, vendor }),
  );
}

/** @returns a text of one segment, in the current language */
export const codeMessage = (code: string, product: string): string =>
  inOneSegment(product, (site) => t('Your code for {site} is {code}.', { site, code }));
