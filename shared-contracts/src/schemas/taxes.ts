/** The taxes of a venue, and which of them an item has. */
import { z } from 'zod';
import { t } from '../words';
import { idSchema, lineSchema } from './shared';

const nameSchema = lineSchema
  .min(1, { error: () => t('A tax needs a name.') })
  .max(50, { error: () => t('The name of a tax is at most 50 characters.') });

/** An additional tax of the venue. */
export const taxCategorySchema = z.object({
  id: idSchema,
  /** Its identity in the venue document. */
  slug: z.string(),
  /** The name on receipts. */
  name: z.string(),
  /** In percent: 13, or 7.25. */
  rate: z.number(),
});

/** The version of the venue's taxes that the editor has. A change is refused if they have another version by now. */
const version = z.string().min(1).max(100);

/** Replaces the venue's taxes that have the version. */
export const taxCategoryChangeSchema = z.object({
  version,
  name: nameSchema,
  rate: z
    .number()
    .min(0, { error: () => t('A rate is from 0 to 100 percent.') })
    .max(100, { error: () => t('A rate is from 0 to 100 percent.') })
    // The check uses the written digits, since 7.255 * 100 is not exact.
    .refine((rate) => /^\d+(\.\d{1,2})?$/.test(String(rate)), { error: () => t('A rate has at most 2 decimals.') }),
});

export const taxesVersionSchema = z.object({ version });

/** The taxes of a venue beside its own. */
export const venueTaxesSchema = z.object({
  /** Changes with each change of the list. */
  version: z.string(),
  categories: z.array(taxCategorySchema),
});

/** The taxes that a vendor's items may have, and those of items that do not have the venue's own. */
export const vendorTaxesSchema = z.object({
  /** The venue's own. `included`: prices contain their tax. */
  tax: z.object({ name: z.string(), rate: z.number(), included: z.boolean() }),
  categories: z.array(taxCategorySchema),
  items: z.array(z.object({ item_id: idSchema, tax_category_id: idSchema })),
});

/** null: the venue's own. */
export const itemTaxSchema = z.object({ tax_category_id: idSchema.nullable() });

/** `from` is the category that the editor saw. If the item has another one by now, the response is 409 TAX_CHANGED with that one. */
export const itemTaxChangeSchema = itemTaxSchema.extend({ from: idSchema.nullable().optional() });
