/** The watch: whether a stall has seen its orders, and whether anyone is at work in a stall that is open. */
import { z } from 'zod';
import { t } from '../words';
import { idSchema, many, timeSchema } from './shared';

/** How a stall saw an order: a screen showed its card in a visible window, its ticket was printed, or it was picked. */
export const seenBySchema = z.enum(['screen', 'ticket', 'pick']);

/**
 * How far the watch has gone with an order that no one has seen: the kitchen's pages ring, then the stall's people are told, then the hall's
 * operators. Each step happens once.
 */
export const watchStepSchema = z.enum(['ring', 'staff', 'hall']);

/** `POST /vendors/{id}/seen`: a kitchen's page says that it is open and which cards it shows in a visible window. `order_ids` may be empty. */
export const seenOrdersSchema = z.object({ order_ids: z.array(idSchema).max(200) });

const LATER = { error: () => t('Each step comes later than the one before it.') };

/** `GET` and `PUT /vendors/{id}/watch`: minutes after the payment, each step later than the one before. */
export const watchSettingsSchema = z
  .object({
    ring_minutes: z.int().min(1).max(60),
    staff_minutes: z.int().min(1).max(120),
    hall_minutes: z.int().min(1).max(240),
  })
  .refine(({ ring_minutes, staff_minutes }) => staff_minutes > ring_minutes, { ...LATER, path: ['staff_minutes'] })
  .refine(({ staff_minutes, hall_minutes }) => hall_minutes > staff_minutes, { ...LATER, path: ['hall_minutes'] });

/** `GET /venues/{id}/watch`, for the hall's operators. */
export const venueWatchSchema = z.object({
  /** Orders that no one has seen for longer than the first step allows, the oldest first. */
  unseen: many(
    z.object({
      order: z.object({ id: idSchema, order_number: z.string().nullable(), placed_at: timeSchema }),
      vendor: z.object({ id: idSchema, name: z.string() }),
      customer: z.string(),
      /** 'Collect', or 'Deliver to Table 12', in the reader's language. */
      location: z.string(),
      step: watchStepSchema,
    }),
  ),
  /** Stalls that are open while none of their screens and printers has been heard from. */
  silent: many(z.object({ vendor: z.object({ id: idSchema, name: z.string() }), since: timeSchema })),
  /**
   * Orders that are not done at the time that was promised. They are minutes late, since an estimate may be wrong by some; the longest late first.
   */
  late: many(
    z.object({
      order: z.object({ id: idSchema, order_number: z.string().nullable(), placed_at: timeSchema }),
      vendor: z.object({ id: idSchema, name: z.string() }),
      promised_at: timeSchema,
    }),
  ),
  /** The site stops taking orders for a silent stall until it is back. */
  stops_silent_stalls: z.boolean(),
});
/** `PUT /venues/{id}/watch`. */
export const venueWatchChangeSchema = z.object({ stops_silent_stalls: z.boolean() });
