/** Reads all texts of an app: those of its sources, and those of its remote.json. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { languagesOf } from './catalogs';
import { isText, type Messages, messagesIn } from './messages';

/** The texts of an app. */
export interface WordsOfApp {
  directory: string;
  /** The keys of its messages in the catalogs. */
  keys: string[];
  /** Text that cannot be translated, in sentences with their place. */
  problems: string[];
  /** The languages besides English that it has a catalog for. */
  languages: string[];
}

/** Tests, the devtools and the gallery are for engineers, and stay English. */
const IGNORED = /\.test\.tsx?$|(^|\/)(testing|devtools|gallery)\//;

/** The sources of an app whose texts a visitor may read. */
async function textSources(directory: string): Promise<string[]> {
  const entries = await readdir(path.join(directory, 'src'), { recursive: true });
  return entries
    .filter((file) => /\.tsx?$/.test(file) && !IGNORED.test(file))
    .sort()
    .map((file) => path.join(directory, 'src', file));
}

const manifestSchema = z.object({
  routes: z.array(z.object({ title: z.string(), search: z.string().optional() })),
  menu: z.array(z.object({ label: z.string() })).default([]),
  facts: z.record(z.string(), z.object({ title: z.string(), description: z.string() })).default({}),
});

/** The texts of a remote's remote.json, which the shell and the server show before any of its code has run. */
function textsOfManifest(directory: string): string[] {
  const file = path.join(directory, 'remote.json');
  if (!existsSync(file)) return [];
  const { routes, menu, facts } = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return [
    ...routes.flatMap(({ title, search = '' }) => [title, search]),
    ...menu.map(({ label }) => label),
    ...Object.values(facts).flatMap(({ title, description }) => [title, description]),
  ].filter(isText);
}

/** Lists the messages of an app that a catalog must have, once each. */
export async function keysOf(directory: string): Promise<{ keys: string[]; messages: Messages }> {
  const messages = messagesIn(await textSources(directory));
  return { keys: [...new Set([...messages.keys.keys(), ...textsOfManifest(directory)])], messages };
}

/** Reads the messages of an app, and its languages. */
export async function wordsIn(directory: string): Promise<WordsOfApp> {
  const { keys, messages } = await keysOf(directory);
  return {
    directory,
    keys,
    problems: messages.problems.map(
      ({ file, line, problem }) => `${path.relative(directory, file)}:${line}: ${problem}`,
    ),
    languages: languagesOf(directory).slice(1),
  };
}
