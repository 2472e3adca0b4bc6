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
  /** With all but the last three digits hidden, such as '••••••••• 123'; null without a number. */
  number: z.string().nullable(),
  /** Null while the code is awaited. */
  confirmed_at: timeSchema.nullable(),
  /** The confirmed number replied STOP, so nothing is sent until it replies START. */
  is_stopped: z.boolean(),
});

const countSchema = z.object({
  messages: z.int().nonnegative(),
  /** What the service charges for. A long text has several. */
  segments: z.int().nonnegative(),
  /** Messages that were not sent, since the site had reached its limit of the day. */
  over_limit: z.int().nonnegative(),
});

/** `GET /venues/:id/text-messages`: the messages of the venue's orders, by its own days. */
export const venueTextMessagesSchema = z.object({
  is_offered: z.boolean(),
  today: countSchema,
  month: countSchema,
  /** The limit is of all halls and codes together, in a day of UTC. */
  site: z.object({ day_limit: z.int().nonnegative(), messages_today: z.int().nonnegative() }),
});
