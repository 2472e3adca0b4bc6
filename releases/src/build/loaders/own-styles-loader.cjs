// Refuses a style of a remote that reaches beyond what the remote shows: a page has one cascade, and a rule for 'h1' is a rule for the
// headings of the shell and of every other remote. It sees the source as it is written, so that the line is the author's.
const path = require('node:path');
const lightningcss = require('lightningcss');

/** Rules whose names belong to the whole page. */
const OF_THE_PAGE = new Set([
  'counter-style',
  'font-face',
  'font-feature-values',
  'font-palette-values',
  'import',
  'property',
  'view-transition',
]);

/**
 * Tells whether a selector only reaches what the remote shows. It does so if it names a class of the module: it then reaches elements with
 * the class, inside it or after it. A class in `:has()` or `:not()` does not count, since another element has it.
 * @param {readonly import('lightningcss').SelectorComponent[]} selector
 * @param {boolean} isNested in a rule whose selectors are decided on by themselves
 * @returns {boolean}
 */
function isOwn(selector, isNested) {
  return selector.some((component) => {
    if (component.type === 'class') return true;
    if (component.type === 'nesting') return isNested;
    if (component.type !== 'pseudo-class') return false;
    if (component.kind === 'local') return isOwn(component.selector, isNested);
    return (
      (component.kind === 'is' || component.kind === 'where') &&
      component.selectors.every((each) => isOwn(each, isNested))
    );
  });
}

/**
 * The selector list that begins at a place of the source, as it is written.
 * @param {string} css
 * @param {{line: number, column: number}} loc a line from 0 and a column from 1
 */
function textAt(css, { line, column }) {
  const rest = css
    .split('\n')
    .slice(line)
    .join('\n')
    .slice(column - 1);
  return rest.slice(0, rest.indexOf('{')).trim().replace(/\s+/g, ' ');
}

/**
 * Lists the rules of a style sheet that reach beyond the remote.
 * @param {string} css
 * @param {string} filename only a file that ends with .module.css has classes of its own
 * @returns {{line: number, what: string}[]} lines from 1
 */
function foreignRules(css, filename) {
  const isModule = filename.endsWith('.module.css');
  /** @type {{line: number, what: string}[]} */
  const found = [];
  let depth = 0;
  lightningcss.transform({
    filename,
    code: Buffer.from(css),
    cssModules: isModule,
    visitor: {
      Rule(rule) {
        if (OF_THE_PAGE.has(rule.type)) {
          const { value } = /** @type {{value: {loc: {line: number}}}} */ (rule);
          found.push({ line: value.loc.line + 1, what: `@${rule.type}` });
        }
        if (rule.type !== 'style') return;
        const { selectors, loc } = rule.value;
        const isWhole = selectors.every((selector) => isModule && isOwn(selector, depth > 0));
        if (!isWhole && (isModule || depth === 0)) found.push({ line: loc.line + 1, what: textAt(css, loc) });
        depth += 1;
      },
      Declaration(declaration) {
        if (declaration.property !== 'composes') return;
        const { from, loc } = declaration.value;
        // The rules of the composed file would come in unchecked.
        if (from?.type === 'file') found.push({ line: loc.line, what: `composes … from '${from.value}'` });
      },
      RuleExit(rule) {
        if (rule.type === 'style') depth -= 1;
      },
    },
  });
  return found;
}

/** @type {import('webpack').LoaderDefinition} */
module.exports = function ownStyles(source) {
  const found = foreignRules(source, this.resourcePath);
  if (found.length === 0) return source;
  const file = path.relative(this.rootContext, this.resourcePath);
  const places = found.map(({ line, what }) => `${file}:${line}: '${what}' applies outside of this remote.`);
  throw new Error([...places, 'Each selector of a remote names a class of its *.module.css.'].join('\n'));
};
