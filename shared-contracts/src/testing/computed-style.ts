/**
 * The computed style in jsdom, which matches every rule of its own style sheet against an element, and computes fifteen properties, each
 * time it is asked. Queries by role ask it of each element and its ancestors, only to see what is hidden: a quarter of these tests' time.
 */

type OwnStyle = 'visibility' | 'pointerEvents';

/** By what jsdom's own style sheet chooses the `display` of an element. */
const kindOf = (element: Element): string =>
  [
    element.localName,
    element.hasAttribute('hidden'),
    element.hasAttribute('open'),
    element.getAttribute('type'),
  ].join();

const styleOf = (element: Element): Partial<CSSStyleDeclaration> =>
  'style' in element ? (element.style as object) : {};

const inherited =
  (name: OwnStyle, initial: string) =>
  (element: Element): string => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      const own = styleOf(each)[name];
      if (own) return own;
    }
    return initial;
  };

/**
 * Answers `display`, `visibility` and `pointer-events` as jsdom does, from what it said of the first element of a kind and from the
 * elements' own styles. All else, and all of a document with a style sheet, is computed by jsdom.
 */
export function installComputedStyle(): void {
  const compute = window.getComputedStyle.bind(window);
  const displays = new Map<string, string>();

  const display = (element: Element): string => {
    const own = styleOf(element).display;
    if (own) return own;
    const kind = kindOf(element);
    const known = displays.get(kind) ?? compute(element).display;
    displays.set(kind, known);
    return known;
  };

  const pointerEvents = inherited('pointerEvents', 'auto');
  const known: Readonly<Record<string, (element: Element) => string>> = {
    display,
    visibility: inherited('visibility', 'visible'),
    pointerEvents,
    'pointer-events': pointerEvents,
  };

  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || document.styleSheets.length > 0) return compute(element, pseudo);
    let computed: CSSStyleDeclaration | undefined;
    const all = () => {
      computed ??= compute(element);
      return computed;
    };
    const getPropertyValue = (name: string) => known[name]?.(element) ?? all().getPropertyValue(name);
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === 'getPropertyValue') return getPropertyValue;
        const value = known[String(name)]?.(element) ?? Reflect.get(all(), name);
        return typeof value === 'function' ? value.bind(computed) : value;
      },
    });
  };
}
