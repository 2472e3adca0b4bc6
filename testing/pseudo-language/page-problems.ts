/** Finds what is wrong on a page in the pseudo-language. */
import type { Page } from '@playwright/test';

/**
 * Makes Intl speak the languages: the browser has no forms for them and would format in English. A date that is formatted for another language
 * stays plain.
 * @param alphabet the plain and the accented letters
 */
export function speakInIntl([codes, plain, accents]: [codes: readonly string[], plain: string, accents: string]): void {
  const isPseudo = (locale: unknown) => codes.some((code) => String(locale).startsWith(code));
  const translated = (text: string) => text.replace(/[a-z]/gi, (letter) => accents[plain.indexOf(letter)] ?? letter);
  const methods = {
    DateTimeFormat: 'format',
    NumberFormat: 'format',
    ListFormat: 'format',
    RelativeTimeFormat: 'format',
    DisplayNames: 'of',
  };
  for (const [name, method] of Object.entries(methods)) {
    const Original = Reflect.get(Intl, name) as new (
      ...args: unknown[]
    ) => Record<string, (...values: unknown[]) => string>;
    const Pseudo = new Proxy(Original, {
      construct(target, args) {
        const made = new target(...args);
        if (!isPseudo(args[0])) return made;
        const format = made[method]?.bind(made);
        return Object.defineProperty(made, method, {
          value: (...values: unknown[]) => translated(format?.(...values) ?? ''),
        });
      },
    });
    Object.defineProperty(Intl, name, { value: Pseudo, configurable: true, writable: true });
  }
  for (const method of ['toLocaleDateString', 'toLocaleTimeString', 'toLocaleString'] as const) {
    const original = Date.prototype[method];
    Date.prototype[method] = function (this: Date, ...args: Parameters<typeof original>) {
      const text = original.apply(this, args);
      return isPseudo(args[0]) ? translated(text) : text;
    };
  }
}

/** Records the data that the page gets, whose texts are in no message. */
export function recordData(page: Page): () => string[] {
  const data = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') data.add(value.trim());
    else if (Array.isArray(value)) for (const each of value) collect(each);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) if (key !== 'message') collect(each);
    }
  };
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return;
    void response.json().then(collect, () => {});
  });
  return () => [...data];
}

/**
 * Returns each problem in one sentence. The function is self-contained, since it runs in the page.
 * @param fromApi the texts that the API has sent
 */
export function problemsOnPage(fromApi: readonly string[]): string[] {
  const problems = new Set<string>();
  const LETTERS = /[a-z]/i;
  const READ = [
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'placeholder',
    'title',
    'alt',
  ];
  // The script of a payment provider names its own frames.
  const NO_TEXT = 'script, style, noscript, template, svg, code, textarea, iframe';
  const CONTROL = 'a, button, summary, [role="tab"]';

  /** Lists the texts that are no messages: from the API, the address, storage and the person, and those that are marked. */
  function dataTexts(): string[] {
    const address = [...location.pathname.split('/'), ...new URLSearchParams(location.search).values()];
    const texts = [...fromApi, ...address.map(decodeURIComponent)];
    const collect = (value: unknown): void => {
      if (typeof value === 'string') texts.push(value.trim());
      else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) collect(each);
    };
    const blocks = ['config', 'known-data'].map((id) => document.getElementById(id)?.textContent);
    for (const json of [...blocks, ...Object.values(localStorage)]) {
      try {
        collect(JSON.parse(json ?? 'null'));
      } catch {
        // It is no JSON, so it has no texts.
      }
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) texts.push(field.value.trim());
    for (const { textContent } of document.querySelectorAll('[translate="no"], body [lang]'))
      texts.push(textContent?.trim() ?? '');
    // A time zone is named by its city: 'America/Toronto'.
    for (const zone of texts.filter((text) => /^[A-Z]\w+\/\w+$/.test(text)))
      texts.push(zone.replace(/^.*\//, '').replaceAll('_', ' '));
    // A code such as 'ready' is never shown.
    const read = texts.filter((text) => LETTERS.test(text) && !/^[a-z_-]+$/.test(text));
    // The choices of currencies, time zones and providers show their own codes and names.
    const chosen = [...document.querySelectorAll('option')].map(({ value }) => value.replaceAll('_', ' '));
    return [...new Set([...read, ...chosen.filter((value) => LETTERS.test(value))])];
  }
  const longestFirst = dataTexts().sort((a, b) => b.length - a.length);
  const escaped = longestFirst.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const DATA = new RegExp(`(?<![a-z])(?:${escaped.join('|') || '(?!)'})(?![a-z])`, 'gi');

  const quoted = (text: string) => `'${text.trim().slice(0, 90)}'`;
  const place = (element: Element) => {
    const [name] = element.classList;
    const own = (element.id ? `#${element.id}` : '') + (name ? `.${name}` : '');
    return `<${element.tagName.toLowerCase()}${own}>`;
  };
  const isMarked = (element: Element) => {
    const marked = element.closest('[translate="no"], [lang]');
    if (!marked) return false;
    return marked.getAttribute('translate') === 'no' || marked.getAttribute('lang') !== document.documentElement.lang;
  };
  const isShown = (element: Element) =>
    !element.closest(NO_TEXT) && (element.checkVisibility({ visibilityProperty: true }) || element.closest('option'));

  function checkWords(text: string, element: Element, what: string): void {
    if (!LETTERS.test(text.replace(DATA, ''))) return;
    problems.add(
      `untranslated ${what} ${quoted(text)} in ${place(element)} of ${place(element.parentElement ?? element)}`,
    );
  }

  function checkWidth(): void {
    const { scrollWidth } = document.documentElement;
    if (scrollWidth <= innerWidth) return;
    const beyond = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (right > innerWidth + 1 || left < -1) && element.childElementCount === 0;
    });
    const named = beyond.slice(0, 4).map((element) => `${place(element)} ${quoted(element.textContent ?? '')}`);
    problems.add(`the page is ${scrollWidth} px wide: ${named.join(', ')}`);
  }

  /** Checks one line of a text: it is within its control, and no box on the way to the page cuts it. */
  function checkLine(line: DOMRect, text: string, element: Element): void {
    const isForReaders = getComputedStyle(element).clipPath !== 'none';
    const control = element.closest(CONTROL)?.getBoundingClientRect();
    if (control && !isForReaders && (line.right > control.right + 1.5 || line.left < control.left - 1.5)) {
      problems.add(`${quoted(text)} is outside of its control in ${place(element)}`);
    }
    for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      // A text for screen readers has a box of one pixel. A box that scrolls shows the rest on demand.
      if (box.width <= 2 || box.height <= 2 || style.clipPath !== 'none') return;
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) return;
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const isWithin = line.left < box.right && line.right > box.left && line.top < box.bottom && line.bottom > box.top;
      const beyondX = Math.max(line.right - box.right, box.left - line.left);
      // The box of a letter is higher than the letter.
      const beyondY = Math.max(line.bottom - box.bottom, box.top - line.top) - line.height * 0.4;
      if (isWithin && ((cuts(style.overflowX) && beyondX > 1.5) || (cuts(style.overflowY) && beyondY > 1))) {
        problems.add(`${quoted(text)} in ${place(element)} is cut by ${place(at)}`);
      }
      if (style.position === 'fixed') {
        const leaves = (line.right > innerWidth + 1 && line.left < innerWidth) || (line.left < -1 && line.right > 0);
        if (leaves) problems.add(`${quoted(text)} in ${place(element)} leaves the window`);
        return;
      }
    }
  }

  checkWidth();
  checkWords(document.title, document.documentElement, 'title');
  for (const element of document.body.querySelectorAll('*')) {
    if (!isShown(element) || isMarked(element)) continue;
    for (const name of READ) checkWords(element.getAttribute(name) ?? '', element, name);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const { parentElement: element, nodeValue: text } = node;
    if (!element || !text?.trim() || !isShown(element) || isMarked(element)) continue;
    checkWords(text, element, 'text');
    // A long name may be cut.
    const isName = !/\p{L}/u.test(text.replace(DATA, ''));
    if (isName || element.closest('option')) continue;
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) if (line.width >= 1 && line.height >= 1) checkLine(line, text, element);
  }
  return [...problems];
}
