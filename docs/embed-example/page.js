// The whole of what a page has to do: two places, and a way out.
const { mountRemote, signOut } = window.foodhallEmbed ?? {};
const signOutButton = document.getElementById('sign-out');

/** Which vendor's stock this page is about: the number in '/your-items/7' on the Foodhall itself. */
const vendor = new URLSearchParams(location.search).get('vendor') ?? '1';

async function start() {
  if (!mountRemote) throw new Error('embed.js did not come.');
  await mountRemote(document.getElementById('stock'), {
    remote: 'vendor-tools',
    path: `/your-items/${vendor}`,
    onSessionStarted: () => (signOutButton.hidden = false),
    onSessionEnded: () => (signOutButton.hidden = true),
  });
  // Shown to a vendor who is signed in, as on My Account.
  await mountRemote(document.getElementById('export'), { remote: 'vendor-tools', slot: 'account-export' });
  signOutButton.addEventListener('click', signOut);
}

start().catch((error) => {
  console.error(error);
  document.getElementById('trouble').textContent = 'Foodhall cannot be reached. Reload this page to try again.';
});
