/** The product's own form rules and messages; the server checks again and adds that the two passwords match. */

import { t } from '../words';

export type FieldErrors<Form> = Partial<Record<keyof Form, string>>;

export interface RegisterForm {
  name: string;
  email: string;
  phone: string;
  password: string;
  password_confirmation: string;
}
export interface LoginForm {
  email: string;
  phone: string;
  password: string;
}
export interface ResetForm {
  password: string;
  password_confirmation: string;
}

export const PASSWORD_MIN = 6;
export const PHONE_MIN = 10;

/**
 * An email, its domain in ASCII: RFC 5322's atoms before the '@', and letters of other scripts (RFC 6531). It allows
 * neither quotes nor control characters nor invisible ones.
 */
export const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~\u00a1-\u00ac\u00ae-\u1fff\u2c00-\u2fff\u3001-\ud7ff-]+(\.[\w!#$%&'*+/=?^`{|}~\u00a1-\u00ac\u00ae-\u1fff\u2c00-\u2fff\u3001-\ud7ff-]+)*@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i;

/**
 * Returns an email as the API stores and compares it: without spaces around, in lower case, and with the domain as mail servers know it. A
 * text that is no email stays as it is.
 * @example
 * normalizedEmail(' Thandi@München.de '); // 'thandi@xn--mnchen-3ya.de'
 */
export function normalizedEmail(text: string): string {
  const email = text.trim().toLowerCase().normalize('NFC');
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  // `URL` would also take a text with more than a domain.
  if (at < 0 || /[\s/?#:@\\[\]%]/.test(domain) || !URL.canParse(`http://${domain}`)) return email;
  const { hostname } = new URL(`http://${domain}`);
  return `${email.slice(0, at)}@${hostname}`;
}

/**
 * Replaces the digits of any script, such as those of an Arabic or a full-width keyboard, with 0 to 9.
 * @example
 * latinDigits('٤٢'); // '42'
 */
export function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // Unicode has the digits of a script in their order, from 0.
    let before = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
    return String(before % 10);
  });
}

/**
 * Returns the errors of the registration form by field.
 * @param isPhoneAsked the site asks for a phone number
 * @example
 * const errors = registerErrors(form, isPhoneAsked);
 */
export function registerErrors(form: RegisterForm, isPhoneAsked: boolean): FieldErrors<RegisterForm> {
  return onlyErrors({
    name: form.name.trim() === '' ? t('Name is required') : undefined,
    email: emailError(form.email),
    phone: isPhoneAsked ? phoneError(form.phone) : undefined,
    password: passwordError(form.password),
    password_confirmation: confirmationError(form.password_confirmation),
  });
}

/**
 * Returns the errors of the sign-in form by field. The password has no rule here.
 * @example
 * loginErrors({ email: '', phone: '', password: '' }, false); // { email: 'Email is required' }
 */
export function loginErrors(form: LoginForm, isPhoneAsked: boolean): FieldErrors<LoginForm> {
  return onlyErrors({
    email: form.email.trim() === '' ? t('Email is required') : undefined,
    phone: isPhoneAsked ? phoneError(form.phone) : undefined,
  });
}

/**
 * Returns the errors of the form that asks for a new password.
 * @example
 * forgotErrors({ email: 'thandi@example.com' }); // {}
 */
export function forgotErrors(form: { email: string }): FieldErrors<{ email: string }> {
  return onlyErrors({ email: emailError(form.email) });
}

/**
 * Returns the errors of the form that sets a new password.
 * @example
 * const errors = resetErrors({ password, password_confirmation });
 */
export function resetErrors(form: ResetForm): FieldErrors<ResetForm> {
  return onlyErrors({
    password: passwordError(form.password),
    password_confirmation: confirmationError(form.password_confirmation),
  });
}

function emailError(email: string): string | undefined {
  if (email.trim() === '') return t('Email is required');
  return EMAIL.test(normalizedEmail(email)) ? undefined : t('Email is not valid');
}

function phoneError(phone: string): string | undefined {
  if (phone.trim() === '') return t('Phone is required');
  return phone.trim().length < PHONE_MIN ? t('Phone should be at-least 10 characters.') : undefined;
}

function passwordError(password: string): string | undefined {
  if (password === '') return t('Password is required.');
  return password.length < PASSWORD_MIN ? t('Password should be at-least 6 characters.') : undefined;
}

function confirmationError(confirmation: string): string | undefined {
  return confirmation === '' ? t('Password confirmation is required') : undefined;
}

function onlyErrors<Form>(
  errors: Record<keyof Form, string | undefined> | Partial<Record<keyof Form, string | undefined>>,
): FieldErrors<Form> {
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined)) as FieldErrors<Form>;
}
