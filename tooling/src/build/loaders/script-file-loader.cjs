// `import address from './some.worker?file'`: builds that module and what it imports into a file of its own, and answers
// with the file's address. webpack's own `new Worker(new URL(…))` would put federation's runtime into it, which needs a
// window, and would leave no place to check the file's integrity before it runs.
const { webworker, EntryPlugin } = require('webpack');

exports.pitch = function scriptFile(request) {
  // What the child compiler emits is not part of this module, so a cached result would lack its file.
  this.cacheable(false);
  const done = this.async();
  const name = 'script-file';
  const production = this.mode === 'production';
  const child = this._compilation.createChildCompiler(name, {
    filename: production ? `${name}.[contenthash:8].js` : `${name}.js`,
    globalObject: 'self',
    library: undefined,
  });
  new webworker.WebWorkerTemplatePlugin().apply(child);
  new EntryPlugin(this.context, `!!${request}`, { name }).apply(child);
  child.runAsChild((error, entries, compilation) => {
    if (error) return done(error);
    const [failure] = compilation.errors;
    if (failure) return done(failure);
    const [file] = [...entries[0].files].filter((each) => each.endsWith('.js'));
    return done(null, `export default __webpack_public_path__ + ${JSON.stringify(file)};`);
  });
};
