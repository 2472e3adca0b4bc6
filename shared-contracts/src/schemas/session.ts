import { z } from 'zod';
import { EMAIL, latinDigits, normalizedEmail } from '../rules/forms';
import { t } from '../words';
import { idSchema, lineSchema, many, timeSchema } from './shared';

/** A role in a vendor: an owner runs it, staff work its queue and its stock. */
export const vendorRoleSchema = z.enum(['owner', 'staff']);

export const userSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.email({ pattern: EMAIL }),
  phone: z.string().nullable(),
  created_at: timeSchema,
  vendors: many(z.object({ id: idSchema, name: z.string(), role: vendorRoleSchema.optional() })),
  /** The venues that the person runs. */
  venues: many(z.object({ id: idSchema, name: z.string() })).optional(),
  /** The person runs the site itself. The API of the baseline (1.3.0) does not send it. */
  is_site_operator: z.boolean().optional(),
});

/** Which account the person acts as. One user may hold a personal account and several vendors. */
export const authContextSchema = z.object({
  type: z.enum(['User', 'Vendor']),
  data: z.object({ id: idSchema, name: z.string() }),
});

/** No address is longer (RFC 5321). Failed attempts are counted by address. */
const MAX_EMAIL = 254;
export const emailSchema = z
  .string()
  .overwrite(normalizedEmail)
  .max(MAX_EMAIL, { error: () => t('Email is not valid') })
  .pipe(z.email({ pattern: EMAIL, error: () => t('Email is not valid') }));
const email = emailSchema;
const PASSWORD_TOO_LONG = { error: () => t('Password should be at most 200 characters.') };
const password = z
  .string()
  .min(6, { error: () => t('Password should be at-least 6 characters.') })
  .max(200, PASSWORD_TOO_LONG);
const phone = lineSchema
  .min(10, { error: () => t('Phone should be at-least 10 characters.') })
  .max(40, { error: () => t('Phone should be at most 40 characters.') });

const name = lineSchema
  .min(1, { error: () => t('Name is required') })
  .max(200, { error: () => t('Name should be at most 200 characters.') });

/** The site's flag says whether a phone is required. */
export const registerSchema = z
  .object({
    name,
    email,
    phone: phone.optional(),
    password,
    password_confirmation: z.string(),
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    error: () => t('The passwords do not match.'),
  });

/** `phone` is stored only if the account has none; it is never a credential. */
export const loginSchema = z.object({
  email: z
    .string()
    .overwrite(normalizedEmail)
    .min(1, { error: () => t('Email is required') })
    .max(MAX_EMAIL, { error: () => t('Email is not valid') }),
  password: z.string().max(200, PASSWORD_TOO_LONG),
  phone: phone.optional(),
});

export const forgotPasswordSchema = z.object({ email });

export const resetPasswordSchema = z
  .object({ email, password, password_confirmation: z.string(), token: z.string().min(1) })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    error: () => t('The passwords do not match.'),
  });

/** 32 random bytes in base64url that a browser makes to ask for a code. The code works together with it alone. */
const browserKey = z.string().regex(/^[\w-]{43}$/);

export const loginCodeSchema = z.object({ email, browser_key: browserKey });

/** Spaces in the code are ignored, as a code is often copied with them; digits may be of any script. */
export const verifyLoginCodeSchema = z.object({
  email,
  browser_key: browserKey,
  code: z
    .string()
    .max(40)
    .transform((text) => latinDigits(text).replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, { error: () => t('Enter the six digits of the code') })),
});

/** The fields of an account that its person may change. */
export const profileSchema = z.object({ name });

export const signedInSchema = z.object({ token: z.string(), data: userSchema });
export const messageSchema = z.object({ message: z.string() });
