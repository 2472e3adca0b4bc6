/**
 * Makes a TypeScript program of an app's sources, with the declarations of the contracts in place of their sources. Nothing asks it for
 * errors: npm run check judges the types.
 */
import path from 'node:path';
import ts from 'typescript';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  // No body of a request and no response has a type of the browser, so its declarations are not read.
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/** The declarations of the contracts. */
export interface Declared {
  /** The file of each entry point: 'shared-contracts/events' → 'events/index.d.ts'. */
  entries: Readonly<Record<string, string>>;
  /** Declarations by path. */
  files: Readonly<Record<string, string>>;
}

/** The packages whose types carry those of a call, from a hook to what it sends. A type of any other package is unknown. */
const TYPED_PACKAGES = /^(react|zod|@tanstack\/(react-query|query-core))(\/|$)/;
/** The texts of zod in other languages, 50 files. */
const WITHOUT_TYPES = /\/locales\//;

/** Declarations by file. They are most of what the compiler reads, so the apps that one process builds share them. */
const packages = new Map<string, ts.SourceFile | undefined>();
let declared: { contract: Declared; files: Map<string, ts.SourceFile> } | undefined;

/** The sources of an app, and what the compiler knows of them. */
export interface CallProgram {
  checker: ts.TypeChecker;
  /** The app's own files. */
  sources: readonly ts.SourceFile[];
  /** Tells whether a declaration is in this file of the contracts, such as 'client/index.d.ts'. */
  isIn(declaration: ts.Node | undefined, file: string): boolean;
}

/**
 * @param files the app's sources
 * @param contracts the folder of shared-contracts, from which its declarations find their packages
 */
export function callProgram(files: readonly string[], contract: Declared, contracts: string): CallProgram {
  // Nothing is in this folder. The declarations of the contracts seem to be.
  const folder = path.join(contracts, '.declarations');
  const isDeclared = (file: string) => file.startsWith(`${folder}${path.sep}`);
  const textOf = (file: string) => contract.files[path.relative(folder, file)];
  if (declared?.contract !== contract) declared = { contract, files: new Map() };
  const { files: known } = declared;
  const host = ts.createCompilerHost(options);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const { getSourceFile, fileExists, readFile, directoryExists } = host;
  host.fileExists = (file) => (isDeclared(file) ? textOf(file) !== undefined : fileExists.call(host, file));
  host.readFile = (file) => (isDeclared(file) ? textOf(file) : readFile.call(host, file));
  host.directoryExists = (name) => isDeclared(`${name}/`) || (directoryExists?.call(host, name) ?? true);
  host.getSourceFile = (file, version, ...rest) => {
    if (isDeclared(file)) {
      const parsed = known.get(file) ?? ts.createSourceFile(file, textOf(file) ?? '', version);
      known.set(file, parsed);
      return parsed;
    }
    if (!/\.d\.[cm]?ts$/.test(file)) return getSourceFile.call(host, file, version, ...rest);
    if (!packages.has(file)) packages.set(file, getSourceFile.call(host, file, version, ...rest));
    return packages.get(file);
  };
  const cache = ts.createModuleResolutionCache(folder, (name) => name, options);
  host.resolveModuleNameLiterals = (literals, containing, redirected) =>
    literals.map(({ text: name }) => {
      const entry = contract.entries[name];
      if (entry) return { resolvedModule: { resolvedFileName: path.join(folder, entry), extension: ts.Extension.Dts } };
      const isTyped = name.startsWith('.')
        ? !WITHOUT_TYPES.test(`${name}/`) || !containing.includes('/zod/')
        : TYPED_PACKAGES.test(name);
      return isTyped
        ? ts.resolveModuleName(name, containing, options, host, cache, redirected)
        : { resolvedModule: undefined };
    });
  const program = ts.createProgram(files, options, host);
  return {
    checker: program.getTypeChecker(),
    sources: files.flatMap((file) => program.getSourceFile(file) ?? []),
    isIn: (declaration, file) => declaration?.getSourceFile().fileName === path.join(folder, file),
  };
}
