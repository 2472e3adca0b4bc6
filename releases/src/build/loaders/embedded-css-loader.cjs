// Rewrites the rules of tokens.css and base.css, which host/src/embed imports, for elements that carry data-foodhall instead of for the
// whole page. A page of another site keeps its look, its colour scheme and its own --accent around a remote.

/** @type {import('webpack').LoaderDefinition} */
module.exports = function embeddedCss(source) {
  const layer = '@layer base {';
  const start = source.indexOf(layer);
  const isBase = start !== -1;
  const scoped = isBase
    ? `${source.slice(0, start)}${layer} @scope ([data-foodhall]) {${source.slice(start + layer.length)} }`
    : source;
  // The rules for html then match nothing, as they should: an html element is never inside such an element.
  return scoped.replaceAll(':root', '[data-foodhall]').replace(/^(\s*)body \{/m, '$1:scope {');
};
