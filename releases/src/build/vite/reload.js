// Vite builds this module into the entry of a remote under development. A saved change loads the page again, and a mistake is explained on it.
import { problemsOverlay } from '../hot/problems.js';

let running = '';
// This is an event stream and no socket, since the page's policy allows the origin for requests alone.
const events = new EventSource(new URL('updates', /** @type {HTMLScriptElement} */ (document.currentScript).src));
events.onmessage = ({ data }) => {
  if (running && data !== running) window.location.reload();
  running = data;
};
const showProblems = problemsOverlay();
events.addEventListener('problems', ({ data }) => {
  const { remote, problems } = JSON.parse(data);
  showProblems(remote, problems);
});
