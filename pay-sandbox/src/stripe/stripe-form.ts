/** Reads Stripe's request bodies: `application/x-www-form-urlencoded` with brackets, such as `metadata[cart_id]=7` and `expand[0]=latest_charge`. */

import { invalidParameter } from './stripe-errors';

export type FormValue = string | FormObject | FormValue[];
export interface FormObject {
  [key: string]: FormValue;
}

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

export function parseStripeForm(text: string): FormObject {
  const root: FormObject = {};
  for (const [name, value] of new URLSearchParams(text)) assign(root, name.split('[').map(withoutBracket), value);
  return root;
}

/** Returns the text at a path of names; undefined if the value is absent or is not a text. */
export function formText(form: FormObject, ...path: string[]): string | undefined {
  let value: FormValue | undefined = form;
  for (const key of path) {
    if (typeof value !== 'object' || Array.isArray(value)) return undefined;
    value = value[key];
  }
  return typeof value === 'string' ? value : undefined;
}

/** Returns the texts of a list, which is written as `name[]` or as `name[0]`. */
export function formList(form: FormObject, name: string): string[] {
  const value = form[name];
  if (typeof value !== 'object') return [];
  return (Array.isArray(value) ? value : Object.values(value)).filter((entry) => typeof entry === 'string');
}

/** Returns the texts directly inside an object such as `metadata`. */
export function formTexts(form: FormObject, name: string): Record<string, string> {
  const value = form[name];
  if (typeof value !== 'object' || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** @throws 400 unless the amount is a whole number above 0 */
export function readAmount(form: FormObject): number {
  const text = formText(form, 'amount');
  if (text === undefined) throw invalidParameter('amount', 'Missing required param: amount.', 'parameter_missing');
  const amount = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(amount)) {
    throw invalidParameter('amount', `Invalid integer: ${text}`, 'parameter_invalid_integer');
  }
  if (amount < 1) {
    throw invalidParameter('amount', 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  }
  return amount;
}

/** @throws 400 unless the currency is a code of three letters */
export function readCurrency(form: FormObject): string {
  const text = formText(form, 'currency');
  if (text === undefined) throw invalidParameter('currency', 'Missing required param: currency.', 'parameter_missing');
  if (!/^[a-z]{3}$/i.test(text)) throw invalidParameter('currency', `Invalid currency: ${text}.`);
  return text.toLowerCase();
}

function withoutBracket(part: string): string {
  return part.endsWith(']') ? part.slice(0, -1) : part;
}

function assign(target: FormObject, path: string[], value: string) {
  const [key, ...rest] = path;
  if (key === undefined || FORBIDDEN.has(key)) return;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  if (rest.length === 1 && rest[0] === '') {
    const list = target[key];
    target[key] = Array.isArray(list) ? [...list, value] : [value];
    return;
  }
  const child = target[key];
  const object: FormObject = typeof child === 'object' && !Array.isArray(child) ? child : {};
  target[key] = object;
  assign(object, rest, value);
}
