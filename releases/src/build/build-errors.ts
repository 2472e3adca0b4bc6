/** Shortens a bundler's error to what a person needs: the module, the sentence, and the lines of source that it points at. */
import type { Compilation, Module, WebpackError } from 'webpack';

/** The compiler appends details of its own internals, which no person needs. */
const INSIDES = /\n+\s*(?:Caused by:|Stack backtrace:)[\s\S]*$/;
/** The name of the loader that failed does not help to find the mistake in the source. */
const LOADER = /^Module build failed \(from [^\n]*\):\n(?:Error:\s*)?/;

/** The parts of webpack's error that a sentence is made of. */
export interface BuildError extends Pick<WebpackError, 'message'> {
  file?: string | undefined;
  module?: Pick<Module, 'readableIdentifier'> | null | undefined;
}

/**
 * The error in a sentence, with its lines of source.
 * @param compilation it shortens the module's name
 */
export function buildSentence(error: BuildError, compilation?: Compilation): string {
  const module = compilation ? error.module?.readableIdentifier(compilation.requestShortener) : undefined;
  const message = error.message.replace(LOADER, '').replace(INSIDES, '').trim();
  return [module ?? error.file, message].filter(Boolean).join(': ');
}
