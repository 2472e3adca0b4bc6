import type { Compiler } from 'webpack';

const HINT = '//# allFunctionsCalledOnLoad\n';
/**
 * The shortest file that gets the hint, in characters. A shorter file is compiled in a few milliseconds, and the hint would be a hundredth
 * of its bytes.
 */
const SHORTEST = 15_000;

/**
 * Chromium compiles each function of a script that begins with this comment while the script arrives, on another thread than the page's
 * own. Otherwise it compiles a function when it is first called, which on a phone holds the page up while it starts
 * (docs/decisions/start.md).
 */
export class CompileEarly {
  apply({ hooks, webpack: { Compilation, sources } }: Compiler): void {
    const name = CompileEarly.name;
    hooks.compilation.tap(name, (compilation) => {
      // This runs after the minifier, which removes comments, and before the source maps.
      const stage = Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING - 1;
      compilation.hooks.processAssets.tap({ name, stage }, () => {
        const files = new Set([...compilation.chunks].flatMap((chunk) => [...chunk.files]));
        for (const file of files) {
          if (!file.endsWith('.js')) continue;
          compilation.updateAsset(file, (source) => {
            const text = source.source().toString();
            if (text.length < SHORTEST) return source;
            // The hint comes first, since Chromium reads none after a directive.
            const hinted = new sources.ReplaceSource(source);
            hinted.insert(0, HINT);
            return hinted;
          });
        }
      });
    });
  }
}
