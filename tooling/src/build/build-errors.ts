// What a person needs of a bundler's error: the module, the sentence, and the lines of source that it points at.

/** What the compiler appends of its own insides. */
const INSIDES = /\n+\s*(?:Caused by:|Stack backtrace:)[\s\S]*$/;
/** Which loader failed says nothing of the source. */
const LOADER = /^Module build failed \(from [^\n]*\):\n(?:Error:\s*)?/;

/**
 * @param {{message: string, file?: string, module?: {readableIdentifier?: Function}}} error of webpack
 * @param {import('webpack').Compilation} [compilation] for the module's name
 * @returns {string}
 */
export function buildSentence(error, compilation) {
  const place = error.module?.readableIdentifier?.(compilation?.requestShortener) ?? error.file;
  const message = error.message.replace(LOADER, '').replace(INSIDES, '').trim();
  return [place, message].filter(Boolean).join(': ');
}
