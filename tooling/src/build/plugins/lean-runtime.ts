import type { Compiler, RuntimeModule } from 'webpack';

/**
 * webpack's own code in an app's first file, without what no page runs. The page names that file in a script tag, so its address is that
 * of the current script. An image that a page's author has named 'currentScript' is none. Federation's sharing takes the place of webpack's, which would be replaced before it runs.
 */
export class LeanRuntime {
  /** @param isScript whether a chunk is loaded by a script tag alone, never as a module or by other code */
  constructor(private readonly isScript: (chunk: string | undefined) => boolean = () => true) {}

  apply(compiler: Compiler): void {
    const name = LeanRuntime.name;
    const { RuntimeGlobals } = compiler.webpack;
    const address = `var script = document.currentScript;
if (!script || script.tagName !== "SCRIPT") throw Error("No current script");
${RuntimeGlobals.publicPath} = script.src.replace(/[^/]*([?#].*)?$/, "");`;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      /** By chunk, as both are called 'sharing'. */
      const sharing = new Map<string | undefined, RuntimeModule[]>();
      compilation.hooks.runtimeModule.tap(name, (module, chunk) => {
        if (module.name === 'publicPath' && this.isScript(chunk.name ?? undefined)) {
          const own = module.generate.bind(module);
          // What a loader runs during the build, as that of styles does, has no script.
          module.generate = () => (own()?.includes('currentScript') ? address : own());
        }
        if (module.name !== 'sharing') return;
        const all = [...(sharing.get(chunk.name ?? undefined) ?? []), module].sort((a, b) => a.stage - b.stage);
        sharing.set(chunk.name ?? undefined, all);
        for (const replaced of all.slice(0, -1)) replaced.generate = () => '';
      });
    });
  }
}
