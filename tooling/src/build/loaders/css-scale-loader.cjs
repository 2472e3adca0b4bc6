// Puts the names of shared-contracts/src/ui/scale.json into a style: `@media (--from-tablet)` and `z-index: var(--layer-toast)`.
// What is built holds numbers alone, so a remote's styles ask nothing of the shell that shows them, however old it is.
const { Features, transform } = require('lightningcss');

const scaleFile = require.resolve('../../../../shared-contracts/src/ui/scale.json');

/**
 * @this {import('webpack').LoaderContext<object>}
 * @param {string} source
 */
module.exports = function cssScale(source) {
  this.addDependency(scaleFile);
  const { breakpoints, layers } = this.fs.readJsonSync(scaleFile);
  const names = Object.entries(breakpoints).map(([name, query]) => `@custom-media ${name} ${query};`);
  const { code, map } = transform({
    filename: this.resourcePath,
    // On the first line, so that the lines of the source map stay.
    code: Buffer.from(`${names.join('')}${source}`),
    drafts: { customMedia: true },
    include: Features.CustomMediaQueries,
    sourceMap: true,
    visitor: {
      Variable({ name: { ident } }) {
        if (ident.startsWith('--layer-') && !(ident in layers)) throw new Error(`${ident} is not in scale.json.`);
        return ident in layers ? { type: 'token', value: { type: 'number', value: layers[ident] } } : undefined;
      },
    },
  });
  this.callback(null, code.toString(), JSON.parse(map.toString()));
};
