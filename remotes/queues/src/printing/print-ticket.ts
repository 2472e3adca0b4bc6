/** Prints a ticket through the browser, in a frame that no one sees. With kiosk printing the browser asks nothing. */

/** Most browsers wait in `print` until the paper is out or the dialog is closed. Others say so with an event, or never. */
const AFTER_PRINT_MS = 5000;

/** @param svg is shown as a picture, so that no script in it runs and nothing is loaded */
export async function printTicket(svg: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  // A frame that is not displayed prints nothing.
  Object.assign(frame.style, { position: 'fixed', width: '80mm', height: '0', border: '0', visibility: 'hidden' });
  document.body.append(frame);
  try {
    const page = frame.contentWindow as (Window & typeof globalThis) | null;
    if (!page) throw new Error('The browser made no frame.');
    await showPicture(page, svg);
    await printPage(page);
  } finally {
    frame.remove();
  }
}

async function showPicture(page: Window & typeof globalThis, svg: string): Promise<void> {
  // A style element would be refused by the policy of the page.
  const sheet = new page.CSSStyleSheet();
  sheet.replaceSync('@page { margin: 0 } body { margin: 0 } img { display: block; width: 100% }');
  page.document.adoptedStyleSheets = [sheet];
  const picture = page.document.createElement('img');
  picture.alt = '';
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  page.document.body.append(picture);
  await picture.decode();
}

function printPage(page: Window): Promise<void> {
  return new Promise((resolve) => {
    page.addEventListener('afterprint', () => resolve());
    page.focus();
    page.print();
    setTimeout(resolve, AFTER_PRINT_MS);
  });
}
