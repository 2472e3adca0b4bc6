import type { Compiler } from 'webpack';

/**
 * Runs a module again at the next request if it threw when it started. Webpack would keep the error, so no attempt could succeed without a
 * reload.
 */
export class ForgetFailedModules {
  apply(compiler: Compiler): void {
    const name = ForgetFailedModules.name;
    const { RuntimeGlobals, RuntimeModule } = compiler.webpack;
    const { interceptModuleExecution, moduleCache } = RuntimeGlobals;
    class ForgetFailedModulesRuntime extends RuntimeModule {
      override generate(): string {
        return `${interceptModuleExecution}.push(function (options) {
          var factory = options.factory;
          options.factory = function () {
            try { return factory.apply(this, arguments); }
            catch (error) { delete ${moduleCache}[options.id]; throw error; }
          };
        });`;
      }
    }
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap(name, (chunk, needed) => {
        needed.add(interceptModuleExecution).add(moduleCache);
        compilation.addRuntimeModule(chunk, new ForgetFailedModulesRuntime('forget failed modules'));
      });
    });
  }
}
