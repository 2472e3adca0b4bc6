/** A stall's printers, the jobs that they print, and what a page sends to change them. Owners and operators change printers; staff see them and print again. */
import { z } from 'zod';
import { t } from '../words';
import { idSchema, languageSchema, lineSchema, many, timeSchema } from './shared';

/**
 * How a printer gets its jobs: it polls by Star CloudPRNT or by Epson Server Direct Print, the print agent on the stall's network feeds it by ESC/POS,
 * or a tablet in counter mode prints through its browser.
 */
export const printerKindSchema = z.enum(['cloudprnt', 'server-direct', 'agent', 'tablet']);
export const printedDocumentSchema = z.enum(['kitchen', 'slip', 'day-end', 'test']);
/** When a ticket and a slip are printed: at the payment, or when a cook taps Pick or Done. */
export const printMomentSchema = z.enum(['placed', 'picked', 'done']);
/** Millimetres. */
export const paperSchema = z.union([z.literal(58), z.literal(80)]);

export const printProblemSchema = z.enum([
  'paper-out',
  'paper-jam',
  'cover-open',
  'cutter',
  'battery',
  /** The printer stops, and goes on by itself, for example when it has cooled down. */
  'paused',
  /** A person has to look at it, or repair it. */
  'broken',
  'offline',
  'timeout',
  /** The ticket did not arrive whole. */
  'download',
  'too-large',
  /** The printer does not understand the ticket: another model was chosen than it is. */
  'format',
  'unknown',
]);

/** The settings of a printer. */
export const printerSettingsSchema = z.object({
  name: lineSchema.min(1, { error: () => t('Enter a name.') }).max(40),
  kind: printerKindSchema,
  paper: paperSchema,
  /** A test page prints on each printer, so it is none of these. */
  documents: z
    .array(printedDocumentSchema.exclude(['test']))
    .max(3)
    .refine((documents) => new Set(documents).size === documents.length, 'This is in the list twice.'),
  moment: printMomentSchema,
  copies: z.int().min(1).max(5),
  language: languageSchema,
  /** The groups of the menu whose items it prints. Empty: the whole order. */
  group_ids: z.array(idSchema).max(200),
  /** The printer that takes over what this one does not print. */
  takeover_printer_id: idSchema.nullable(),
});

/** What is known of a printer, from its last request. */
export const printerStateSchema = z.object({
  /** Null if it has never been heard from. */
  last_heard_at: timeSchema.nullable(),
  /** False if it has not been heard from for longer than its interval allows. */
  is_connected: z.boolean(),
  /** Null if the printer does not say. */
  paper: z.enum(['ok', 'low', 'out']).nullable(),
  cover: z.enum(['closed', 'open']).nullable(),
  problem: printProblemSchema.nullable(),
  /** The problem and what to do about it, in the reader's language; null without one. */
  problem_text: z.string().nullable(),
});

export const printerSchema = printerSettingsSchema.extend({
  id: idSchema,
  state: printerStateSchema,
  /** Jobs that wait for it, and jobs that it took and has not confirmed. */
  waiting_jobs: z.int().nonnegative(),
  /** False once its address was revoked, and for a tablet, which has none. */
  has_address: z.boolean(),
});

/** `GET /vendors/{id}/printers`, for the vendor's staff. */
export const printersSchema = many(printerSchema).extend({
  /** Whether the reader may change printers. */
  may_edit: z.boolean(),
  /** Jobs of the last day that are not printed and need a person: their printer has a problem or is not heard from, or they failed. */
  stuck_jobs: z.int().nonnegative(),
  /** The venue's zone, in which pages show times. */
  timezone: z.string(),
});

/**
 * `POST /vendors/{id}/printers/{printer}/address` makes an address in place of the one before, and `DELETE` of the same path revokes it. `url` contains
 * the secret, which is shown only in this response. `secret` is the part that the print agent asks for.
 */
export const printerAddressSchema = z.object({ url: z.url(), secret: z.string() });
/**
 * `POST /vendors/{id}/printers`, with `printerSettingsSchema`, as `PUT /vendors/{id}/printers/{printer}` has, which responds with the printer. The
 * address is null for a tablet. `DELETE /vendors/{id}/printers/{printer}` removes a printer.
 */
export const createdPrinterSchema = z.object({ printer: printerSchema, address: printerAddressSchema.nullable() });

export const printJobStateSchema = z.enum(['queued', 'sent', 'printed', 'failed']);

/** Says why a ticket is printed again, as its paper does. */
export const printMarkSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('duplicate') }),
  z.object({ kind: z.literal('reprint'), by: z.string(), at: timeSchema }),
  z.object({ kind: z.literal('moved'), from: z.string(), to: z.string() }),
]);

export const printJobSchema = z.object({
  id: idSchema,
  printer: z.object({ id: idSchema, name: z.string() }),
  document: printedDocumentSchema,
  /** Null for a day's end and a test page. */
  order: z.object({ id: idSchema, order_number: z.string().nullable() }).nullable(),
  state: printJobStateSchema,
  /** Why it is not printed and what to do about it, in the reader's language; null if nothing is in the way. */
  problem_text: z.string().nullable(),
  marks: z.array(printMarkSchema),
  created_at: timeSchema,
  /** When it was printed or failed. */
  ended_at: timeSchema.nullable(),
});
/** `GET /vendors/{id}/print-jobs`: the jobs of the last 24 hours, the newest first, at most 200. */
export const printJobsSchema = many(printJobSchema);

/**
 * `POST /vendors/{id}/print-jobs`, with an `Idempotency-Key` header: prints an order once more, on each printer that has printed it or would, or on the
 * one that `printer_id` names; or the end of a day of the venue (`YYYY-MM-DD`), on each printer for it; or one job once more, on its printer. The tickets
 * of an order are marked REPRINT. The response has the new jobs: `printJobsSchema`.
 *
 * `POST /vendors/{id}/printers/{printer}/test` prints a test page, and responds with its job.
 */
export const newPrintJobSchema = z.union([
  z.object({ order_id: idSchema, printer_id: idSchema.optional() }),
  z.object({ day: z.iso.date(), printer_id: idSchema.optional() }),
  z.object({ job_id: idSchema }),
]);

/** `GET /vendors/{id}/print-jobs/{job}/preview`: the ticket as it prints, an SVG without scripts and without addresses of other sites. */
export const printPreviewSchema = z.object({ svg: z.string() });

/** `POST /vendors/{id}/printers/{printer}/next`, for a tablet that prints: the oldest job that waits, which counts as sent; null if none does. */
export const nextPrintJobSchema = z.object({ job: printJobSchema, svg: z.string() }).nullable();
/** `PUT /vendors/{id}/print-jobs/{job}`, for a tablet that prints. */
export const printJobChangeSchema = z.object({ state: z.enum(['printed', 'failed']) });
