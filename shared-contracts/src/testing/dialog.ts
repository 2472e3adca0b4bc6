/** jsdom has <dialog> without its methods. This adds the little that the primitives need, with Escape and the return of focus. */
const openers = new WeakMap<HTMLDialogElement, Element | null>();

export function installDialog(): void {
  const dialog = HTMLDialogElement.prototype;
  if ('showModal' in dialog) return;

  Object.assign(dialog, {
    showModal(this: HTMLDialogElement) {
      openers.set(this, document.activeElement);
      this.setAttribute('open', '');
    },
    close(this: HTMLDialogElement) {
      if (!this.hasAttribute('open')) return;
      this.removeAttribute('open');
      const opener = openers.get(this);
      // The focus returns a moment later than in a browser, since React is committing and user-event follows a blur with an
      // act() of its own.
      if (opener instanceof HTMLElement) queueMicrotask(() => opener.focus());
      this.dispatchEvent(new Event('close'));
    },
  });

  document.addEventListener('keydown', ({ key }) => {
    const top = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
    if (key === 'Escape' && top?.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close();
  });
}
