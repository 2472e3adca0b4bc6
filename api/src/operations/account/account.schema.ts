/** Schemas of an account's exported document and of its deletion. */
import {
  emailSchema,
  idSchema,
  loginSchema,
  moneySchema,
  orderSchema,
  roleSchema,
  secondFactorSchema,
  timeSchema,
  verifyLoginCodeSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';

const workplace = { venue: z.string(), vendor: z.string().nullable() };

/** All data about a person, and none about another person. Amounts are major units, times ISO 8601. */
export const exportSchema = z.object({
  exported_at: timeSchema,
  account: z.object({
    id: idSchema,
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    has_password: z.boolean(),
    created_at: timeSchema,
    email_confirmed_at: timeSchema.nullable(),
    /** The language that the person has chosen. */
    language: z.string().nullable(),
  }),
  /** A site operator has neither venue nor vendor, because that role is for the site itself. */
  roles: z.array(
    z.object({
      role: z.enum([...roleSchema.options, 'site operator']),
      venue: z.string().nullable(),
      vendor: z.string().nullable(),
    }),
  ),
  /** The invitations that were sent to the email. */
  invitations: z.array(
    z.object({
      role: roleSchema,
      ...workplace,
      created_at: timeSchema,
      expires_at: timeSchema,
      used_at: timeSchema.nullable(),
      revoked_at: timeSchema.nullable(),
    }),
  ),
  /** The places where the account is signed in. The token is a secret and is stored as a hash. */
  sessions: z.array(z.object({ created_at: timeSchema, expires_at: timeSchema })),
  /** Neither the secret of an app nor a recovery code is in the export. */
  second_factors: z.array(secondFactorSchema),
  recovery_codes_left: z.int(),
  push_subscriptions: z.array(z.object({ endpoint: z.string(), created_at: timeSchema })),
  /** The number that the person gave for text messages, with those that were sent to it about orders. Their texts are not stored. */
  text_messages: z.object({
    number: z.string().nullable(),
    confirmed_at: timeSchema.nullable(),
    sent: z.array(z.object({ order_id: idSchema, state: z.string(), sent_at: timeSchema })),
  }),
  /** Rooms and addresses that orders were delivered to. */
  addresses: z.array(z.object({ type: z.string(), location: z.string() })),
  /** The orders in carts that were not paid. */
  carts: z.array(orderSchema),
  /** The placed orders, the oldest first, with their refunds and cancellations. */
  orders: z.array(orderSchema),
  payments: z.array(
    z.object({
      id: idSchema,
      payment_number: z.string(),
      provider: z.string(),
      /** The identifier that the provider gave. */
      reference: z.string().nullable(),
      amount: moneySchema,
      currency: z.string(),
      state: z.string(),
      created_at: timeSchema,
      settled_at: timeSchema.nullable(),
      order_ids: z.array(idSchema),
    }),
  ),
});
export type AccountExport = z.output<typeof exportSchema>;

/** The body names the email, because paths are logged. */
export const accountRequestSchema = z.object({ email: emailSchema, dry_run: z.boolean().default(false) });

const { code, browser_key } = verifyLoginCodeSchema.shape;

/** The body of a deletion. A request with `dry_run` needs no proof and deletes nothing. */
export const deletionSchema = z.union([
  z.object({ dry_run: z.literal(true) }),
  z.object({ code, browser_key }),
  z.object({ password: loginSchema.shape.password }),
]);
