/**
 * Explains in our own words what is wrong with a document or a request. The words follow the path of the value, such as 'price: is missing'. A
 * translation may put a colon between both.
 */
import type { z } from 'zod';
import { t } from '../words';
import { nearestName } from './closest-names';

/** Our words for the types, by the names that the schema library gives them. */
const TYPES: Readonly<Record<string, () => string>> = {
  string: () => t('a text'),
  number: () => t('a number'),
  int: () => t('a whole number'),
  boolean: () => t('true or false'),
  array: () => t('a list'),
  object: () => t('an object'),
};

/** The sentence for one issue. An issue whose schema has its own message never comes here. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return t('is missing');
      return t('must be {kind}, not {given}', {
        kind: TYPES[issue.expected]?.() ?? t('another kind of value'),
        given: described(issue.input),
      });
    case 'invalid_value':
      if (issue.input === undefined) return t('is missing');
      return noneOf(issue.input, issue.values.map(String));
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.input);
    default:
      return t('is not right');
  }
}

/** The sentence for a key that the schema does not have. */
export function unknownKey(key: string, known: readonly string[]): string {
  const near = nearestName(key, known);
  return near === null ? t('is not known here') : t('is not known here; did you mean {near}?', { near: `'${near}'` });
}

function tooSmall(origin: string, minimum: number, isInclusive: boolean): string {
  if (origin === 'string')
    return minimum === 1 ? t('must not be empty') : t('must have at least {minimum} characters', { minimum });
  if (origin === 'array')
    return minimum === 1 ? t('must not be empty') : t('must have at least {minimum}', { minimum });
  return isInclusive ? t('must be at least {minimum}', { minimum }) : t('must be more than {minimum}', { minimum });
}

function tooBig(origin: string, maximum: number, input: unknown): string {
  if (origin === 'string') {
    const length = String(input).trim().length;
    return t('must have at most {maximum} characters; it has {length}', { maximum, length });
  }
  return origin === 'array'
    ? t('must have at most {maximum}', { maximum })
    : t('must be at most {maximum}', { maximum });
}

function described(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return t('a list');
  if (typeof value === 'object') return t('an object');
  if (typeof value === 'string') return value.length > 40 ? t('a text') : `"${value}"`;
  return String(value);
}

function oneOf(names: readonly string[]): string {
  const [last = '', ...others] = [...names].reverse();
  return others.length === 0 ? last : t('{names} or {last}', { names: others.reverse().join(', '), last });
}

function noneOf(input: unknown, values: readonly string[]): string {
  const [names, given] = [oneOf(values), described(input)];
  const near = typeof input === 'string' ? nearestName(input, values) : null;
  return near === null
    ? t('must be {names}, not {given}', { names, given })
    : t('must be {names}, not {given}; did you mean {near}?', { names, given, near: `'${near}'` });
}
