/** Reads and checks the text of a JSON document. Each problem is one line: 'hall.json:3:12 vendors[0].price: is missing'. */

import { inLanguage } from 'core/http/language';
import { sentenceOf, unknownKey } from 'core/texts/sentences';
import { isStorable } from 'core/texts/storable-text';
import { SOURCE_LANGUAGE } from 'shared-contracts/language';
import type { z } from 'zod';
import { JsonSyntaxError, type ParsedJson, type Position, parseJson } from './json-with-positions';

/** A parsed document, and a function that names a position in it. */
export interface Source<T> {
  /** The name of the document in its problems. */
  name: string;
  content: T;
  problem(path: readonly PropertyKey[], message: string): string;
}

/** Further problems are only counted, because they often have the same cause. */
const MOST_LINES = 100;

/** A sentence about a position in a document. */
export interface Remark {
  path: readonly PropertyKey[];
  message: string;
}

/**
 * Returns the first remarks as lines, and a last line with the number of the others.
 * @param what the kind of remark in the singular, such as 'problem'
 */
export const remarkLines = (
  { name, problem }: Pick<Source<unknown>, 'name' | 'problem'>,
  what: string,
  remarks: readonly Remark[],
): string[] => firstLines(name, what, remarks, (first) => first.map(({ path, message }) => problem(path, message)));

function firstLines<T>(
  name: string,
  what: string,
  found: readonly T[],
  linesOf: (first: readonly T[]) => string[],
): string[] {
  const left = found.length - MOST_LINES;
  const rest = left > 0 ? [`${name} has ${left} more ${what}${left === 1 ? '' : 's'}`] : [];
  return [...linesOf(found.slice(0, MOST_LINES)), ...rest];
}

/** @returns null after adding to `problems`, in English like the names of the format */
export function readText<T extends z.ZodType>(
  name: string,
  text: string,
  schema: T,
  problems: string[],
): Source<z.output<T>> | null {
  return inLanguage(SOURCE_LANGUAGE, () => readInEnglish(name, text, schema, problems));
}

function readInEnglish<T extends z.ZodType>(
  name: string,
  text: string,
  schema: T,
  problems: string[],
): Source<z.output<T>> | null {
  let parsed: ParsedJson;
  try {
    parsed = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    problems.push(`${name}:${error.position.line}:${error.position.column} ${error.message}`);
    return null;
  }
  const problem = (path: readonly PropertyKey[], message: string): string =>
    line(name, parsed.positionOf(path), path, message);
  const bad = unstorable(parsed.value);
  if (bad) {
    problems.push(problem(bad, 'has a character that cannot be stored'));
    return null;
  }
  /** The keys of the schema of each object, by the path of the object. */
  const known = new Map<string, readonly string[]>();
  const result = schema.safeParse(parsed.value, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') known.set(pathText(issue.path ?? []), keysOf(issue.inst));
      return sentenceOf(issue);
    },
  });
  if (result.success) return { name, content: result.data, problem };
  const found = result.error.issues.flatMap(ofChosenForm).flatMap((issue): Found[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key],
          message: unknownKey(key, known.get(pathText(issue.path)) ?? []),
          isOfKey: true,
        }))
      : [{ path: issue.path, message: issue.message, isOfKey: false }],
  );
  const linesOf = (first: readonly Found[]) =>
    first
      .map(({ path, message, isOfKey }) => {
        const position = isOfKey ? parsed.keyPositionOf(path) : parsed.positionOf(path);
        return { position, text: line(name, position, path, message) };
      })
      .sort(({ position: one }, { position: other }) => one.line - other.line || one.column - other.column)
      .map(({ text }) => text);
  problems.push(...firstLines(name, 'problem', found, linesOf));
  return null;
}

/**
 * Replaces the issue of a value with several forms, such as a text or an object, by the issues of the form that the value has. If it has none of
 * them, the first form reports it.
 */
function ofChosenForm(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const isOther = ([first]: readonly z.core.$ZodIssue[]) => first?.code === 'invalid_type' && first.path.length === 0;
  const issues = issue.errors.find((each) => !isOther(each)) ?? issue.errors[0] ?? [];
  return issues.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
}

interface Found extends Remark {
  /** The remark is about the key and not about its value. */
  isOfKey: boolean;
}

const line = (name: string, position: Position, path: readonly PropertyKey[], message: string): string =>
  `${name}:${position.line}:${position.column} ${pathText(path)}: ${message}`;

/** Converts ['vendors', 0, 'name'] to 'vendors[0].name'. */
function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return text.replace(/^\./, '') || 'document';
}

function keysOf(schema: z.core.$ZodRawIssue['inst']): string[] {
  return Object.keys((schema?._zod.def as { shape?: object } | undefined)?.shape ?? {});
}

/** Returns the path of the first text that the database cannot store. */
function unstorable(value: unknown, path: readonly PropertyKey[] = []): readonly PropertyKey[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, each] of Object.entries(value)) {
    const found = unstorable(each, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found) return found;
  }
  return null;
}
