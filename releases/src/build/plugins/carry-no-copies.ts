import path from 'node:path';
import type { Compiler, Module } from 'webpack';

/** Packages that a page has one instance of, and the module that a remote imports instead. */
const REACT = [/node_modules\/(react|react-dom|scheduler)\//, 'React'] as const;
/** Code of the shell that works with the shell's React alone. */
const NEEDS_REACT = [/shared-contracts\/src\/ui\//, "the primitives, which work with the shell's React alone"] as const;
const COPIES: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/node_modules\/(react-router|react-router-dom)\//, 'the router: import it from shared-contracts/router'],
  [/node_modules\/zustand\//, 'Zustand: use shared-contracts/events'],
  [/node_modules\/axios\//, 'axios: use shared-contracts/client'],
  [/node_modules\/@tanstack\//, 'TanStack Query: use shared-contracts/query'],
  [/node_modules\/zod\//, 'zod: browsers get types only, from shared-contracts/types'],
  [
    /shared-contracts\/src\/(client|events|local-keys|query|remote|router|schemas|site)[./]/,
    'a module of the contracts that only the shell may hold: import it by package name, shared-contracts/…',
  ],
];

/**
 * Names the package of which this file would be a copy, or returns undefined.
 * @param file a path
 * @param hasOwnReact whether the remote brings a React of its own
 */
export const copiedBy = (file: string, hasOwnReact: boolean): string | undefined =>
  [hasOwnReact ? NEEDS_REACT : REACT, ...COPIES].find(([pattern]) => pattern.test(file))?.[1];

const resourceOf = (module: Module | null | undefined): string | undefined =>
  module && 'resource' in module && typeof module.resource === 'string' ? module.resource : undefined;

/** Fails the build of a remote that would carry its own copy of a package that the shell provides. */
export class CarryNoCopies {
  /**
   * @param root the folder that files are named from
   * @param hasOwnReact whether the remote brings a React of its own
   */
  constructor(
    private readonly root: string,
    private readonly hasOwnReact: boolean,
  ) {}

  apply(compiler: Compiler): void {
    const name = CarryNoCopies.name;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.finishModules.tap(name, (modules) => {
        for (const module of modules) {
          const what = copiedBy(resourceOf(module) ?? '', this.hasOwnReact);
          if (!what) continue;
          const issuer = resourceOf(compilation.moduleGraph.getIssuer(module)) ?? 'an unknown file';
          const from = path.relative(this.root, issuer);
          compilation.errors.push(new compiler.webpack.WebpackError(`${from} would bring its own copy of ${what}.`));
        }
      });
    });
  }
}
