import type { Compilation } from 'webpack';
import { type BuildError, buildSentence } from './build-errors';

const remote = { readableIdentifier: () => './src/remote.ts' };
const compilation = { requestShortener: {} } as Compilation;

test('a syntax error names its file, its line and its source, without internals of the compiler', () => {
  const frame = ' 3 | const x = {{;\n   :            ^\n   `----';
  const message = `Module build failed (from ../../node_modules/swc-loader/src/index.js):
Error:   x Unexpected token \`{\`. Expected identifier
   ,-[remotes/catalog/src/remote.ts:3:1]
${frame}


Caused by:
    Syntax Error

Stack backtrace:
   0: <unknown>
   1: start_thread
             at ./nptl/pthread_create.c:442:8`;
  expect(buildSentence({ message, module: remote }, compilation)).toBe(
    `./src/remote.ts: x Unexpected token \`{\`. Expected identifier\n   ,-[remotes/catalog/src/remote.ts:3:1]\n${frame}`,
  );
});

test.each<[BuildError, string]>([
  [
    { message: "Module not found: Can't resolve './nowhere'", module: remote },
    "./src/remote.ts: Module not found: Can't resolve './nowhere'",
  ],
  [{ message: 'The file is broken', file: 'a.css' }, 'a.css: The file is broken'],
  [{ message: 'Nothing to build' }, 'Nothing to build'],
])('any other error keeps its text', (error, sentence) => {
  expect(buildSentence(error, compilation)).toBe(sentence);
});
