/** Writes the address of a stall for emails. */
import { escapeHtml } from 'core/texts/escape-html';

export interface Address {
  address_1: string;
  address_2: string;
  city: string;
}

/** '1 Granary Square, London'; empty for a stall without an address. */
export const addressText = ({ address_1, address_2, city }: Address): string =>
  [address_1, address_2, city].filter(Boolean).join(', ');

/** The small paragraph below an order's email: 'Collect: 1 Granary Square, London'. */
export const addressParagraph = (text: string): string =>
  `<p style="margin:-8px 0 16px;font-size:14px">${escapeHtml(text)}</p>`;
