// Puts the names of shared-contracts/src/ui/scale.json into a style: `@media (--from-tablet)` and `z-index: var(--layer-toast)`.
// The result holds numbers alone, so a remote's styles need nothing of the shell that shows them, however old it is.
const fs = require('node:fs');
const lightningcss = require('lightningcss');

const scaleFile = require.resolve('shared-contracts/ui/scale');

/** @type {import('webpack').LoaderDefinition} */
module.exports = function cssScale(source) {
  this.addDependency(scaleFile);
  /** @type {{breakpoints: Record<string, string>, layers: Record<string, number>}} */
  const { breakpoints, layers } = JSON.parse(fs.readFileSync(scaleFile, 'utf8'));
  const names = Object.entries(breakpoints).map(([name, query]) => `@custom-media ${name} ${query};`);
  const { code, map } = lightningcss.transform({
    filename: this.resourcePath,
    // The names go on the first line, so that the lines of the source map stay right.
    code: Buffer.from(`${names.join('')}${source}`),
    drafts: { customMedia: true },
    include: lightningcss.Features.CustomMediaQueries,
    sourceMap: true,
    visitor: {
      Variable({ name: { ident } }) {
        if (!ident.startsWith('--layer-')) return undefined;
        const value = layers[ident];
        if (value === undefined) throw new Error(`${ident} is not in scale.json.`);
        return { type: 'token', value: { type: 'number', value } };
      },
    },
  });
  this.callback(null, Buffer.from(code).toString(), map && JSON.parse(Buffer.from(map).toString()));
};
