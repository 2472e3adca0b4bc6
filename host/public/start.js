/**
 * Starts the shell after the first screen inside the page is painted: on a later visit the scripts are there as early
 * as the page, and compiling them takes longer than painting it. If the shell does not start, this script reports each
 * script and style that was blocked because its bytes are not what was released. It is plain and small, since it runs
 * where the shell's own code does not.
 */
(() => {
  /** The longest wait for a frame, in milliseconds: a hidden tab paints none. */
  const LATEST_FRAME_MS = 200;

  /** @type {() => Promise<void>} */
  async function firstScreenPainted() {
    if (document.visibilityState !== 'visible' || !document.getElementById('first-screen')) return;
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
      setTimeout(resolve, LATEST_FRAME_MS);
    });
    // The frame is painted after its callbacks.
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  }

  /**
   * Returns the height, in pixels, of the menu at the bottom of a phone's window, which covers the content behind it.
   * On a desktop the menu is at the side.
   */
  function footOfWindow() {
    /** @type {HTMLElement | null} */
    const menu = document.querySelector('.first-screen-menu');
    // Without its style the menu is somewhere below the window.
    return menu && menu.offsetTop > 0 ? Math.max(0, window.innerHeight - menu.offsetTop) : 0;
  }

  /** The other pictures wait for the shell, since they would delay its scripts (first-screen.css). */
  function showPicturesInWindow() {
    const observer = new IntersectionObserver(
      (places) => {
        for (const { isIntersecting, target } of places) {
          if (!isIntersecting) continue;
          observer.unobserve(target);
          target.setAttribute('data-in-window', '');
        }
      },
      { rootMargin: `0px 0px -${footOfWindow()}px` },
    );
    for (const { parentElement } of document.querySelectorAll('#first-screen img[loading="lazy"]')) {
      if (parentElement) observer.observe(parentElement);
    }
  }

  /** @type {NodeListOf<HTMLLinkElement>} */
  const scripts = document.querySelectorAll('link[data-run]');

  /** @param {HTMLLinkElement} link */
  const run = ({ href, integrity, crossOrigin }) =>
    new Promise((resolve) => {
      const script = document.createElement('script');
      script.addEventListener('load', resolve);
      script.addEventListener('error', resolve);
      // Scripts without `async: false` could run in another order.
      Object.assign(script, { async: false, integrity, crossOrigin, src: href });
      document.head.append(script);
    });

  firstScreenPainted()
    .then(() => {
      const started = [...scripts].map(run);
      preloadLater();
      return Promise.all(started);
    })
    .then(check);
  // The pictures come last, so that the shell starts even if this fails.
  showPicturesInWindow();

  /** Preloads the files of the screen. The worker's page names the shell's scripts in the same way, and they run already. */
  function preloadLater() {
    /** @type {NodeListOf<HTMLLinkElement>} */
    const links = document.querySelectorAll('link[media="not all"]:not([data-run])');
    for (const link of links) link.removeAttribute('media');
  }

  /** If the shell has not started by now, it never will. */
  function check() {
    const page = document.getElementById('not-started');
    /** @type {NodeListOf<HTMLLinkElement>} */
    const tags = document.querySelectorAll('link[data-run], link[rel="stylesheet"][integrity]');
    const isUnstyled = [...tags].some(({ rel, sheet }) => rel === 'stylesheet' && !sheet);
    if (!page && !isUnstyled) return;
    // The message takes the place of the first screen.
    document.getElementById('first-screen')?.remove();

    /** @type {(address: string, options?: RequestInit) => Promise<boolean>} */
    const arrives = (address, options) =>
      fetch(address, options).then(
        ({ ok }) => ok,
        () => false,
      );

    /**
     * Also requests the file past every cache, so that the next attempt does not get the same wrong bytes.
     * @param {HTMLLinkElement} tag
     */
    const describeFault = async ({ href, integrity }) => {
      const { pathname } = new URL(href);
      if (await arrives(href, { integrity })) return [];
      await arrives(href, { integrity, cache: 'reload' });
      return (await arrives(href))
        ? [`${pathname} was blocked: it has other bytes than were released.`]
        : [`${pathname} could not be loaded.`];
    };

    Promise.all([...tags].map(describeFault)).then((lists) => {
      const faults = lists.flat();
      for (const fault of faults) console.error(fault);
      if (!page) return;
      const [heading, text] = page.children;
      // The title of a page with a first screen also names the screen: 'Venues · Foodhall'.
      if (heading) heading.textContent = `${document.title.split(' · ').at(-1)} could not start.`;
      if (text && faults.length > 0) text.textContent = faults.join(' ');
      page.classList.add('known');
    });
  }
})();
