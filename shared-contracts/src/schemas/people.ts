import { z } from 'zod';
import { emailSchema, vendorRoleSchema } from './session';
import { idSchema, many, timeSchema } from './shared';

/** An operator runs a venue and each of its vendors. */
export const roleSchema = z.enum([...vendorRoleSchema.options, 'operator']);

const named = z.object({ id: idSchema, name: z.string() });

export const memberSchema = z.object({ user: named.extend({ email: z.string() }), role: roleSchema });

export const inviteMemberSchema = z.object({ email: emailSchema, role: vendorRoleSchema });
export const inviteOperatorSchema = z.object({ email: emailSchema });
export const roleChangeSchema = z.object({ role: vendorRoleSchema });

/** An invitation as those who invite see it: neither accepted nor revoked, though it may have expired. */
export const sentInvitationSchema = z.object({
  id: idSchema,
  email: z.string(),
  role: roleSchema,
  invited_by: named.nullable(),
  created_at: timeSchema,
  expires_at: timeSchema,
});

/** An invitation as its link shows it. */
export const invitationSchema = z.object({
  email: z.string(),
  role: roleSchema,
  venue: named,
  /** Null for an operator. */
  vendor: named.nullable(),
  expires_at: timeSchema,
});

export const auditEntrySchema = z.object({
  id: idSchema,
  at: timeSchema,
  /** Null if a command on the server did it, or an account that was deleted since. */
  actor: named.nullable(),
  /** Such as 'member.removed'. More may come. */
  action: z.string(),
  /** The person or the thing that it is about, such as an email. */
  subject: z.string(),
  vendor: named.nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
/** Newest first. */
export const auditSchema = many(auditEntrySchema);

/** `GET /venues/{id}/audit`. */
export const venueAuditSchema = auditSchema.extend({
  /** The entry after which the next page begins; null on the last page. */
  next: idSchema.nullable(),
  /** The time zone of the hall, an IANA name. */
  timezone: z.string(),
  /** The currency of the hall, in which the `…_minor` fields of an entry are that name no currency of their own. */
  currency: z.string().length(3),
  currency_symbol: z.string(),
});
