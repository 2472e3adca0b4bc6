// What host/src/embed imports of tokens.css and base.css: the same rules, for elements that carry data-foodhall instead of
// for the whole page. A page of another site keeps its look, its colour scheme and its own --accent around a remote.

/** @type {import('webpack').LoaderDefinition} */
module.exports = function embeddedCss(source) {
  const layer = '@layer base {';
  const start = source.indexOf(layer);
  const isBase = start !== -1;
  const scoped = isBase
    ? `${source.slice(0, start)}${layer} @scope ([data-foodhall]) {${source.slice(start + layer.length)} }`
    : source;
  // What base.css says of html is lost, as it should be: no such element is inside.
  return scoped.replaceAll(':root', '[data-foodhall]').replace(/^(\s*)body \{/m, '$1:scope {');
};
