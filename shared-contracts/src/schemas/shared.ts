/** Building blocks of every body. Has-many is `{data: [...]}`, belongs-to a plain object, money a number in major units. */
import { z } from 'zod';

export const idSchema = z.int().positive();
/** Major units, with at most the currency's exponent of decimals. */
export const moneySchema = z.number().nonnegative();
export const timeSchema = z.iso.datetime();
export const statusSchema = z.enum(['active', 'inactive']);

export const many = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) });
export const one = <T extends z.ZodType>(item: T) => z.object({ data: item });

export const errorSchema = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
