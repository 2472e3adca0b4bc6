/**
 * Decides whether a built style sheet of a remote reaches beyond what the remote shows (docs/decisions/isolation.md). The build checks the
 * sources in the same way and names the author's line. A release checks the bytes that it has.
 */
import { type Selector, type SelectorComponent, transform } from 'lightningcss';

/** Rules whose names belong to the whole page. */
const OF_THE_PAGE: ReadonlySet<string> = new Set([
  'counter-style',
  'font-face',
  'font-feature-values',
  'font-palette-values',
  'import',
  'property',
  'view-transition',
]);

/** Matches the class names of the recipe, 'menu-mJff7-tabs': the file, a hash and the name. */
const BUILT_CLASS = /^[\w-]+-[\w-]{5}-[\w-]+$/;

/**
 * Tells whether the selector only reaches what the remote shows. A selector that names a class of a module reaches elements with the class,
 * inside it or after it.
 */
function isOwn(selector: Selector, isNested: boolean): boolean {
  return selector.some((component: SelectorComponent) => {
    if (component.type === 'class') return BUILT_CLASS.test(component.name);
    if (component.type === 'nesting') return isNested;
    if (component.type !== 'pseudo-class') return false;
    return (
      (component.kind === 'is' || component.kind === 'where') &&
      component.selectors.every((each) => isOwn(each, isNested))
    );
  });
}

/**
 * Tells whether the selector matches a mark that a primitive of the contracts sets on the page while it is shown. Each remote has its own
 * copy of the primitives.
 */
function isMark(selector: Selector): boolean {
  const [page, mark, ...others] = selector as readonly SelectorComponent[];
  const isPage =
    (page?.type === 'type' && page.name === 'html') || (page?.type === 'pseudo-class' && page.kind === 'root');
  return isPage && mark?.type === 'attribute' && mark.name.startsWith('data-foodhall-') && others.length === 0;
}

/** Lists the rules of a built style sheet that apply outside of the remote, one sentence each. */
export function problemsOfStyle(name: string, css: Buffer): string[] {
  const lines = css.toString().split('\n');
  const problems = new Set<string>();
  const refuse = ({ line, column }: { line: number; column: number }) => {
    const text = (lines[line] ?? '').slice(column - 1).split('{')[0] ?? '';
    problems.add(`${name}: '${text.trim().slice(0, 60)}' applies outside of this remote.`);
  };
  let depth = 0;
  try {
    transform({
      filename: name,
      code: css,
      visitor: {
        Rule(rule) {
          if (OF_THE_PAGE.has(rule.type)) problems.add(`${name}: '@${rule.type}' applies outside of this remote.`);
          if (rule.type !== 'style') return;
          if (!rule.value.selectors.every((selector) => isOwn(selector, depth > 0) || isMark(selector)))
            refuse(rule.value.loc);
          depth += 1;
        },
        RuleExit(rule) {
          if (rule.type === 'style') depth -= 1;
        },
      },
    });
  } catch (error) {
    return [`${name} is no style sheet: ${(error as Error).message}.`];
  }
  return [...problems];
}

/** Finds the classes of the recipe's form in the selectors of a built style sheet. The result is empty if the text is no style sheet. */
export function builtClassesIn(css: Buffer): Set<string> {
  const classes = new Set<string>();
  const collect = (selector: Selector): void => {
    for (const component of selector) {
      if (component.type === 'class' && BUILT_CLASS.test(component.name)) classes.add(component.name);
      // ':host' belongs to a shadow tree, which no remote has.
      if (component.type === 'pseudo-class' && component.kind !== 'host' && 'selectors' in component)
        component.selectors.forEach(collect);
    }
  };
  try {
    transform({
      filename: 'style.css',
      code: css,
      visitor: {
        Rule(rule) {
          if (rule.type === 'style') rule.value.selectors.forEach(collect);
        },
      },
    });
  } catch {
    return new Set();
  }
  return classes;
}
