/** A second factor: a passkey or an authenticator app, with recovery codes. */
import { z } from 'zod';
import { latinDigits } from '../rules/forms';
import { t } from '../words';
import { verifyLoginCodeSchema } from './session';
import { idSchema, lineSchema, moneySchema, timeSchema } from './shared';

/** 32 random bytes in base64url. */
const stepToken = z.string().regex(/^[\w-]{43}$/);

/** What WebAuthn defines, as the browser's library takes and gives it. */
const webauthnSchema = z.record(z.string(), z.unknown());

/** The ways in which an account can answer. An account without a second factor proves its email again. */
export const proofMethodSchema = z.enum(['passkey', 'authenticator', 'recovery-code', 'email-code']);

/** The question for a second factor. It is answered once, within ten minutes. */
export const factorQuestionSchema = z.object({
  token: stepToken,
  methods: z.array(proofMethodSchema),
  /** The options of the browser's request for a passkey. Null for an account without one. */
  passkey: webauthnSchema.nullable(),
});

/** The response to an email with its code or password, where the account has a second factor. */
export const factorAskedSchema = z.object({ second_factor: factorQuestionSchema });

/** Six digits of an authenticator app. Spaces are ignored; digits may be of any script. */
const sixDigits = z
  .string()
  .max(40)
  .transform((text) => latinDigits(text).replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: () => t('Enter the six digits of the code') }));

/** Letters are read in either case, and anything between the characters is ignored. */
const recoveryCode = z
  .string()
  .max(80)
  .transform((text) => text.toLowerCase().replace(/[^a-z0-9]/g, ''))
  .pipe(z.string().regex(/^[a-z0-9]{16}$/, { error: () => t('A recovery code has 16 letters and digits.') }));

const answers = {
  /** The browser's response, for a passkey. */
  passkey: webauthnSchema.optional(),
  code: sixDigits.optional(),
  recovery_code: recoveryCode.optional(),
};
const isOne = (...given: unknown[]) => given.filter((one) => one !== undefined).length === 1;
const ONE_ANSWER = { path: ['code'], error: () => t('Give one answer: a passkey, a code or a recovery code.') };

/** The second step of a sign-in. */
export const factorAnswerSchema = z
  .object({ token: stepToken, ...answers })
  .refine(({ passkey, code, recovery_code }) => isOne(passkey, code, recovery_code), ONE_ANSWER);

/** The answer of a signed-in person. The code of an email is for an account without a second factor. */
export const proofSchema = z
  .object({
    token: stepToken,
    ...answers,
    email_code: verifyLoginCodeSchema.pick({ browser_key: true, code: true }).optional(),
  })
  .refine(
    ({ passkey, code, recovery_code, email_code }) => isOne(passkey, code, recovery_code, email_code),
    ONE_ANSWER,
  );

export const secondFactorSchema = z.object({
  id: idSchema,
  kind: z.enum(['passkey', 'authenticator']),
  name: z.string(),
  created_at: timeSchema,
  last_used_at: timeSchema.nullable(),
});

/** What an account has and needs. */
export const secondFactorsSchema = z.object({
  factors: z.array(secondFactorSchema),
  /** How many recovery codes are not used yet. */
  recovery_codes_left: z.int(),
  /** A hall that the person runs requires a second factor. */
  is_required: z.boolean(),
  /** False where browsers know no passkeys for the address of the site: without https. */
  has_passkeys: z.boolean(),
});

const name = lineSchema.min(1).max(60);
export const newPasskeySchema = z.object({ name, response: webauthnSchema });
export const newAuthenticatorSchema = z.object({ name, token: stepToken, code: sixDigits });

export const passkeyOptionsSchema = z.object({ options: webauthnSchema });
/** An authenticator app that is being set up: it reads the address as a QR code, or the secret as typed. */
export const authenticatorOptionsSchema = z.object({ token: stepToken, secret: z.string(), uri: z.string() });

/** `recovery_codes` are shown once, with the first factor; null with a further one. */
export const addedFactorSchema = z.object({
  factor: secondFactorSchema,
  recovery_codes: z.array(z.string()).nullable(),
});
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });

/** What a hall asks of its operators. */
export const venueProofsSchema = z.object({
  /** Its operators act in it only with a second factor. */
  requires_second_factor: z.boolean(),
  /** A refund above this amount, in major units, asks for a recent proof. Null: above 100. */
  refund_proof: moneySchema.nullable(),
});
