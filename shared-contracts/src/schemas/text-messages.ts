/** Text messages (SMS): a person's number, confirmed by a code, gets one message when an order is done. */
import { z } from 'zod';
import { t } from '../words';
import { timeSchema } from './shared';

/** E.164, such as '+447700900123'. A person may type spaces, hyphens, periods and brackets. */
export const phoneNumberSchema = z
  .string()
  .transform((typed) => typed.replace(/[\s().-]/g, '').replace(/^00/, '+'))
  .refine((number) => /^\+[1-9]\d{6,14}$/.test(number), {
    error: () => t('Enter the number with its country code, such as +44 7700 900123.'),
  });

/** `POST /me/phone` sends a code to a number. */
export const newPhoneSchema = z.object({ number: phoneNumberSchema });
/** `POST /me/phone/confirm`. */
export const phoneCodeSchema = z.object({
  code: z.string().regex(/^\d{6}$/, { error: () => t('Enter the six digits.') }),
});

/** `GET /me/phone`. `DELETE /me/phone` deletes the number. */
export const phoneSchema = z.object({
  /** False where the site sends no text messages: no page offers them. */
  is_offered: z.boolean(),
  /** With all but the last three digits hidden, such as '+44 ••••• 123'; null without a number. */
  number: z.string().nullable(),
  /** Null while the code is awaited. */
  confirmed_at: timeSchema.nullable(),
  /** The person replied STOP, so nothing is sent until they reply START. */
  is_stopped: z.boolean(),
});
