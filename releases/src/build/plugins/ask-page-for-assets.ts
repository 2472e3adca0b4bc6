import type MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compiler } from 'webpack';

/**
 * Asks the page, before a chunk or a style is requested, for its address and its integrity (host/src/remotes/assets.ts
 * responds). If the page does not know the file, it loads as webpack would load it. Styles get the time limit that webpack
 * gives to scripts only.
 */
export class AskPageForAssets {
  /**
   * @param styles the plugin that the build extracts styles with
   * @param timeout milliseconds after which a style has failed
   */
  constructor(
    private readonly styles: Pick<typeof MiniCssExtractPlugin, 'getCompilationHooks'>,
    private readonly timeout: number,
  ) {}

  apply(compiler: Compiler): void {
    const name = AskPageForAssets.name;
    const ask = (tag: string, attribute: string) => `
      var asset = self.foodhallAsset && self.foodhallAsset(${tag}.${attribute});
      if (asset && asset.integrity) { ${tag}.crossOrigin = "anonymous"; ${tag}.integrity = asset.integrity; }
      if (asset) ${tag}.${attribute} = asset.url;`;
    const limit = `
      setTimeout(function () { if (linkTag.onerror) linkTag.onerror({ type: "timeout", target: linkTag }); }, ${this.timeout});`;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const scripts = compiler.webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation);
      const styles = this.styles.getCompilationHooks(compilation);
      scripts.createScript.tap(name, (source) => source + ask('script', 'src'));
      styles.beforeTagInsert.tap(name, (source) => source + ask('linkTag', 'href') + limit);
    });
  }
}
