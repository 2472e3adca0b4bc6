const LINE = 28;

/**
 * Gives a button and the fields above it a position, since jsdom has no layout. Each field with an error makes the fields a line taller.
 * @returns the position of the button in the window
 */
export function layOut(button: HTMLElement): number {
  let scrolled = 0;
  const end = () => 600 + LINE * document.querySelectorAll('[data-invalid], [aria-invalid="true"]').length - scrolled;
  jest.spyOn(window, 'scrollBy').mockImplementation((options) => {
    scrolled += (options as ScrollToOptions).top ?? 0;
  });
  jest
    .spyOn(HTMLFieldSetElement.prototype, 'getBoundingClientRect')
    .mockImplementation(() => ({ bottom: end() }) as DOMRect);
  jest.spyOn(button, 'getBoundingClientRect').mockImplementation(() => ({ top: end() }) as DOMRect);
  return end();
}

/** Tells whether an element comes after another one on the page. */
export const isAfter = (one: Element, other: Element): boolean =>
  Boolean(other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
