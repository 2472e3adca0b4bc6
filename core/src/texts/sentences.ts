/** Explains in our own words what is wrong with a document. The words follow the path of the value, such as 'price: is missing'. */
import type { z } from 'zod';
import { nearestName } from './closest-names';

/** Our words for the types, by the names that the schema library gives them. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** The sentence for one issue. An issue whose schema has its own message never comes here. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${TYPES[issue.expected] ?? 'another kind of value'}, not ${described(issue.input)}`;
    case 'invalid_value':
      if (issue.input === undefined) return 'is missing';
      return `must be ${oneOf(issue.values.map(String))}, not ${described(issue.input)}${meant(issue.input, issue.values)}`;
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.input);
    default:
      return 'is not right';
  }
}

/** The sentence for a key that the schema does not have. */
export function unknownKey(key: string, known: readonly string[]): string {
  const near = nearestName(key, known);
  return `is not known here${near === null ? '' : `; did you mean '${near}'?`}`;
}

function tooSmall(origin: string, minimum: number, isInclusive: boolean): string {
  if (origin === 'string') return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} characters`;
  if (origin === 'array') return minimum === 1 ? 'must not be empty' : `must have at least ${minimum}`;
  return isInclusive ? `must be at least ${minimum}` : `must be more than ${minimum}`;
}

function tooBig(origin: string, maximum: number, input: unknown): string {
  if (origin === 'string') return `must have at most ${maximum} characters; it has ${String(input).trim().length}`;
  return origin === 'array' ? `must have at most ${maximum}` : `must be at most ${maximum}`;
}

function described(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return value.length > 40 ? 'a text' : `"${value}"`;
  return String(value);
}

function oneOf(names: readonly string[]): string {
  const [last, ...others] = [...names].reverse();
  return others.length === 0 ? `${last}` : `${others.reverse().join(', ')} or ${last}`;
}

function meant(input: unknown, values: readonly unknown[]): string {
  const near = typeof input === 'string' ? nearestName(input, values.map(String)) : null;
  return near === null ? '' : `; did you mean '${near}'?`;
}
