/** Building blocks of every body. Has-many is `{data: [...]}`, belongs-to a plain object, money a number in major units. */
import { z } from 'zod';
import { t } from '../words';

export const idSchema = z.int().positive();
/** Major units, with at most the currency's exponent of decimals. */
export const moneySchema = z.number().nonnegative();
export const timeSchema = z.iso.datetime();
export const statusSchema = z.enum(['active', 'inactive']);
/** A language without its region, such as 'fr'. */
export const languageSchema = z
  .string()
  .regex(/^[a-z]{2,3}$/, { error: () => t('This is not the code of a language.') });

export const many = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) });
export const one = <T extends z.ZodType>(item: T) => z.object({ data: item });

export const errorSchema = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

/** Characters that free text must not have: they break a line, move a cursor or turn the direction of what follows. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const CONTROLS_BUT_BREAKS = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u;
/** A text of these characters alone looks empty: joiners, zero-width and other format characters, blank letters. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\u2800]+$/u;
const NOTHING_TO_READ = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\s\u2800]+$/u;
const REFUSED = { error: () => t('This has a character that cannot be used here.') };

/** A name, or another text of one line: trimmed, without control characters, and visible unless it is empty. */
export const lineSchema = z
  .string()
  .trim()
  .refine((text) => !CONTROLS.test(text) && !INVISIBLE.test(text), REFUSED);

/** A text that may have line breaks and tabs: trimmed, without other control characters, and empty where nothing of it can be seen. */
export const paragraphSchema = z
  .string()
  .trim()
  .overwrite((text) => (NOTHING_TO_READ.test(text) ? '' : text))
  .refine((text) => !CONTROLS_BUT_BREAKS.test(text), REFUSED);
