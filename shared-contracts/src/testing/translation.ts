/** Imitates a browser's page translation, and finds the changes that React would make to a text that the translation has replaced. */

/**
 * Translates the page as Chrome and Edge do: each text gives way to a copy inside two `<font>` elements, later texts
 * too. `translate="no"` is left alone. The function is self-contained, so that a journey can run it in its page.
 * @returns a function that stops it; translated texts stay translated
 */
export function translatePage(): () => void {
  const UNTOUCHED = '[translate="no"], font, script, style, textarea, option, title, svg';
  const translate = (text: Node): void => {
    const parent = text.parentElement;
    if (!parent || parent.closest(UNTOUCHED) || !text.nodeValue?.trim()) return;
    const outer = document.createElement('font');
    outer.appendChild(document.createElement('font')).textContent = text.nodeValue;
    parent.replaceChild(outer, text);
  };
  const translateAll = (root: Node): void => {
    if (root.nodeType === Node.TEXT_NODE) translate(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) translate(text);
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') translate(target);
      for (const node of addedNodes) translateAll(node);
    }
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  translateAll(document);
  return () => observer.disconnect();
}

/** A text that React keeps as a node of its own, because it has siblings. The only text of an element is written through the element. */
const isKeptText = (node: Node | null): node is Text =>
  node?.nodeType === Node.TEXT_NODE &&
  node.nodeValue?.trim() !== '' &&
  Object.keys(node).some((key) => key.startsWith('__reactFiber$')) &&
  !node.parentElement?.closest('[translate="no"]');

const reports = new Set<string>();

function report(what: string, text: Text): void {
  const { tagName = 'the root', className = '' } = text.parentElement ?? {};
  reports.add(
    `React ${what} the text "${text.data}", which has siblings in <${tagName.toLowerCase()} class="${className}">. ` +
      'A translated page has another node there: give the text an element of its own.',
  );
}

/**
 * Records each text that React changes or removes, or before which it inserts something, although a page translation
 * may have replaced it.
 */
export function watchTexts(): void {
  const { insertBefore, removeChild } = Node.prototype;
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  if (!value?.set) throw new Error('Node.nodeValue has no setter');
  const { set } = value;
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      if (isKeptText(this) && text !== this.data) report('changes', this);
      set.call(this, text);
    },
  });
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
    if (isKeptText(before)) report('inserts something before', before);
    return insertBefore.call(this, node, before) as Child;
  };
  Node.prototype.removeChild = function <Child extends Node>(this: Node, node: Child): Child {
    if (isKeptText(node)) report('removes', node);
    return removeChild.call(this, node) as Child;
  };
}

/** Returns the records since the last call. */
export function takeTextReports(): string[] {
  const taken = [...reports];
  reports.clear();
  return taken;
}
