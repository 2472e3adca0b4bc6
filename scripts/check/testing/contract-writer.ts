/** Writes the contracts with changes of their sources. One compiler writes them all, and rewrites only the files that a change reaches. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'releases/build/apps';
import { type Contract, contractOf, sharedCodeOf, TOKENS_FILE } from 'releases/build/declarations';
import ts from 'typescript';

/** A change of a file of the contracts. */
export interface SourceChange {
  /** Its path in the folder of the contracts. */
  file: string;
  from: string | RegExp;
  to: string;
}

const contracts = path.join(root, 'shared-contracts');
/** The compiler's output folder. Nothing is ever written to it. */
const out = path.join(root, '.cache/declarations');

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  return {
    ...options,
    noEmit: false,
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    removeComments: true,
    rootDir: path.join(contracts, 'src'),
    outDir: out,
    types: ['node'],
    // With either option, the compiler assumes that a file's declarations depend on no other file.
    isolatedModules: false,
    verbatimModuleSyntax: false,
  };
}

/** @returns a function that makes the contracts from their changed sources, and throws for a change that matches nothing */
export function contractWriter(): (...changes: readonly SourceChange[]) => Promise<Contract> {
  let texts: ReadonlyMap<string, string> = new Map();
  const read = new Map<string, ts.SourceFile | undefined>();
  const options = compilerOptions();
  const host = ts.createIncrementalCompilerHost(options);
  const { getSourceFile, readFile } = host;
  host.readFile = (file) => texts.get(file) ?? readFile.call(host, file);
  host.getSourceFile = (file, ...rest) => {
    if (texts.has(file)) return getSourceFile.call(host, file, ...rest);
    if (!read.has(file)) read.set(file, getSourceFile.call(host, file, ...rest));
    return read.get(file);
  };
  const textOf = (file: string) =>
    texts.get(path.join(contracts, file)) ?? readFileSync(path.join(contracts, file), 'utf8');

  const entries = [...sharedCodeOf(textOf('package.json')).values()].map((file) => path.join(contracts, file));
  const rootFiles = [...entries, path.join(root, 'types/assets.d.ts')];
  function write(before?: ts.EmitAndSemanticDiagnosticsBuilderProgram) {
    const program = ts.createEmitAndSemanticDiagnosticsBuilderProgram(rootFiles, options, host, before);
    const written: Record<string, string> = {};
    const keep = (file: string, text: string) => {
      written[path.relative(out, file)] = text;
    };
    while (program.emitNextAffectedFile(keep, undefined, true));
    return { program, written };
  }
  const first = write();

  return async (...changes) => {
    const changed = new Map<string, string>();
    for (const { file, from, to } of changes) {
      const source = path.join(contracts, file);
      const text = changed.get(source) ?? readFileSync(source, 'utf8');
      const after = text.replace(from, to);
      if (after === text) throw new Error(`${file} has no ${from}.`);
      changed.set(source, after);
    }
    texts = changed;
    const { written } = write(first.program);
    const files = { ...first.written, ...written };
    return await contractOf({ manifest: textOf('package.json'), styles: textOf(TOKENS_FILE), files });
  };
}
