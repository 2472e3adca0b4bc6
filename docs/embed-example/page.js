// The whole of what a page has to do: two places, and a way out.
/**
 * What embed.js adds to the window.
 * @typedef {{mountRemote: (element: HTMLElement, options: object) => Promise<unknown>, signOut: () => void}} FoodhallEmbed
 */
/** @type {Window & {foodhallEmbed?: FoodhallEmbed}} */
const { foodhallEmbed } = window;

/** @param {string} id of an element of index.html */
function elementOf(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`This page has no element '${id}'.`);
  return element;
}

const signOutButton = elementOf('sign-out');

/** Which vendor's stock this page is about: the number in '/your-items/7' on the Foodhall itself. */
const vendor = new URLSearchParams(location.search).get('vendor') ?? '1';

async function start() {
  if (!foodhallEmbed) throw new Error('embed.js was not loaded.');
  const { mountRemote, signOut } = foodhallEmbed;
  await mountRemote(elementOf('stock'), {
    remote: 'vendor-tools',
    path: `/your-items/${vendor}`,
    onSessionStarted: () => (signOutButton.hidden = false),
    onSessionEnded: () => (signOutButton.hidden = true),
  });
  // Shown to a vendor who is signed in, as on My Account.
  await mountRemote(elementOf('export'), { remote: 'vendor-tools', slot: 'account-export' });
  signOutButton.addEventListener('click', signOut);
}

start().catch((error) => {
  console.error(error);
  elementOf('trouble').textContent = 'Foodhall cannot be reached. Reload this page to try again.';
});
