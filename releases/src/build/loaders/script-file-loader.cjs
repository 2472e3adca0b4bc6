// `import address from './some.worker?file'`: builds that module and what it imports into a file of its own, and exports
// the file's address. webpack's own `new Worker(new URL(…))` would put federation's runtime into it, which needs a
// window, and would leave no moment to check the file's integrity before it runs.

/** @type {import('webpack').PitchLoaderDefinitionFunction} */
exports.pitch = function scriptFile(request) {
  // A cached result would lack the file, since the child compiler's output is not part of this module.
  this.cacheable(false);
  const done = this.async();
  if (!this._compiler || !this._compilation) return done(new Error('A file of its own needs the whole compiler.'));
  const { webworker, EntryPlugin } = this._compiler.webpack;
  const name = 'script-file';
  const child = this._compilation.createChildCompiler(name, {
    filename: this.mode === 'production' ? `${name}.[contenthash:8].js` : `${name}.js`,
    globalObject: 'self',
    library: undefined,
  });
  new webworker.WebWorkerTemplatePlugin().apply(child);
  new EntryPlugin(this.context, `!!${request}`, { name }).apply(child);
  /** @type {Parameters<import('webpack').Compiler['runAsChild']>[0]} */
  const finish = (error, entries, compilation) => {
    const failure = error ?? compilation?.errors[0];
    if (failure) return done(failure);
    const file = [...(entries?.[0]?.files ?? [])].find((each) => each.endsWith('.js'));
    if (!file) return done(new Error(`${request} was built without a file.`));
    return done(null, `export default __webpack_public_path__ + ${JSON.stringify(file)};`);
  };
  child.runAsChild(finish);
};
