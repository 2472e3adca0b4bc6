/**
 * The last script of the page: if the shell has not started by now, it never will. Then this says of each script and style
 * of the page whether it was blocked because its bytes are not what was released. It is plain and small, since it runs
 * where the shell's own code does not.
 */
(() => {
  const page = document.getElementById('not-started');
  const selector = 'script[integrity], link[rel="stylesheet"][integrity]';
  const tags = [
    .../** @type {NodeListOf<HTMLScriptElement | HTMLLinkElement>} */ (document.querySelectorAll(selector)),
  ];
  const isUnstyled = tags.some((tag) => 'sheet' in tag && !tag.sheet);
  if (!page && !isUnstyled) return;
  // What is wrong is said in its place.
  document.getElementById('first-screen')?.remove();

  /** @type {(address: string, options?: RequestInit) => Promise<boolean>} */
  const arrives = (address, options) =>
    fetch(address, options).then(
      ({ ok }) => ok,
      () => false,
    );

  /**
   * Also requests the file past every cache, so that the next attempt does not get the same wrong bytes.
   * @param {HTMLScriptElement | HTMLLinkElement} tag
   */
  async function faultOf(tag) {
    const address = 'src' in tag ? tag.src : tag.href;
    const { integrity } = tag;
    const { pathname } = new URL(address);
    if (await arrives(address, { integrity })) return [];
    await arrives(address, { integrity, cache: 'reload' });
    return (await arrives(address))
      ? [`${pathname} was blocked: it has other bytes than were released.`]
      : [`${pathname} could not be loaded.`];
  }

  Promise.all(tags.map(faultOf)).then((found) => {
    const faults = found.flat();
    for (const fault of faults) console.error(fault);
    if (!page) return;
    const [heading, text] = page.children;
    // The title is the brand, until the shell has one for each screen.
    if (heading) heading.textContent = `${document.title} could not start.`;
    if (text && faults.length > 0) text.textContent = faults.join(' ');
    page.classList.add('known');
  });
})();
