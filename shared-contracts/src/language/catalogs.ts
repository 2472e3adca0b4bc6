/**
 * The translations that are loaded, by app and language. They belong to the page (or to the server's process) and not to this module: a remote
 * may bring its own copy of this module, and the shell gives each copy the same translations.
 */
import type { CompiledMessage } from 'icu-minify/format';

/** The translations of one app into one language: the compiled message by its English text. */
export type Catalog = Readonly<Record<string, CompiledMessage>>;

const KEY = Symbol.for('foodhall.catalogs');

type Holder = { [KEY]?: Map<string, Catalog> };

function loaded(): Map<string, Catalog> {
  const holder = globalThis as Holder;
  holder[KEY] ??= new Map();
  return holder[KEY];
}

const nameOf = (app: string, language: string) => `${app} ${language}`;

/** Makes an app speak a language. The shell calls it with a remote's catalog before it shows the remote. */
export function provideCatalog(app: string, language: string, catalog: Catalog): void {
  loaded().set(nameOf(app, language), catalog);
}

/** Returns the translations of an app into a language, or undefined if the app has not loaded that language. */
export function catalogOf(app: string, language: string): Catalog | undefined {
  return loaded().get(nameOf(app, language));
}
