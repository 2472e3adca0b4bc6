/** The product's own form rules and messages; the server checks again and adds that the two passwords match. */

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

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function registerErrors(form: RegisterForm, isPhoneAsked: boolean): FieldErrors<RegisterForm> {
  return onlyErrors({
    name: form.name.trim() === '' ? 'Name is required' : undefined,
    email: emailError(form.email),
    phone: isPhoneAsked ? phoneError(form.phone) : undefined,
    password: passwordError(form.password),
    password_confirmation: confirmationError(form.password_confirmation),
  });
}

/** The password has no rule at login. */
export function loginErrors(form: LoginForm, isPhoneAsked: boolean): FieldErrors<LoginForm> {
  return onlyErrors({
    email: form.email.trim() === '' ? 'Email is required' : undefined,
    phone: isPhoneAsked ? phoneError(form.phone) : undefined,
  });
}

export function forgotErrors(form: { email: string }): FieldErrors<{ email: string }> {
  return onlyErrors({ email: emailError(form.email) });
}

export function resetErrors(form: ResetForm): FieldErrors<ResetForm> {
  return onlyErrors({
    password: passwordError(form.password),
    password_confirmation: confirmationError(form.password_confirmation),
  });
}

function emailError(email: string): string | undefined {
  if (email.trim() === '') return 'Email is required';
  return EMAIL.test(email.trim()) ? undefined : 'Email is not valid';
}

function phoneError(phone: string): string | undefined {
  if (phone.trim() === '') return 'Phone is required';
  return phone.trim().length < PHONE_MIN ? 'Phone should be at-least 10 characters.' : undefined;
}

function passwordError(password: string): string | undefined {
  if (password === '') return 'Password is required.';
  return password.length < PASSWORD_MIN ? 'Password should be at-least 6 characters.' : undefined;
}

function confirmationError(confirmation: string): string | undefined {
  return confirmation === '' ? 'Password confirmation is required' : undefined;
}

function onlyErrors<Form>(
  errors: Record<keyof Form, string | undefined> | Partial<Record<keyof Form, string | undefined>>,
): FieldErrors<Form> {
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined)) as FieldErrors<Form>;
}
