// A development server exposes this module in place of a remote's definition (webpack.shared.js, `hot`). A deployed shell has React for
// production, which cannot refresh a component in place. So a changed screen or slot starts again, and the rest of the page goes on: its
// session, its cart, its data and the other remotes.
import definition from './definition';
import { follow } from './follow.js';
import { keepUp } from './keep-up.js';
import { problemsOverlay } from './problems.js';

/** @param {unknown} reason */
const reload = (reason) => {
  console.warn('The page is loaded again for a change that could not be put in.', reason);
  window.location.reload();
};

const followed = follow(() => definition, reload);
export default followed.definition;

if (import.meta.webpackHot) {
  const hot = import.meta.webpackHot;
  // An update brings federation's loader of shared modules again, without the modules that the page has. The first loader knows them.
  const { consumes } = __webpack_require__.f;
  // This call is written out, since webpack reads the specifier from it.
  import.meta.webpackHot.accept('./definition', () => {
    __webpack_require__.f.consumes = consumes;
    void followed.renew();
  });
  const onBuild = keepUp({ runs: () => __webpack_hash__, update: () => hot.check(true), reload });
  // This is an event stream and no socket, since the page's policy allows the origin for requests alone.
  const events = new EventSource(new URL('updates', __webpack_public_path__));
  events.onmessage = ({ data }) => void onBuild(data);
  const showProblems = problemsOverlay();
  events.addEventListener('problems', ({ data }) => {
    const { remote, problems } = JSON.parse(data);
    showProblems(remote, problems);
  });
}
