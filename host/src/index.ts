// The first style of the page: the first mention of a style layer decides its rank.
import 'shared-contracts/ui/tokens.css';
import './not-started.css';
// The shared modules, before any module that could load a remote.
import './remotes/provide';
import { boot } from './boot';
import { showCouldNotStart } from './could-not-start';
import { startShell } from './start-shell';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no element #root to show the shell in.');
// The page's text for the time before this script runs.
element.replaceChildren();

boot().then(
  (booted) => startShell(element, booted),
  (error: unknown) => {
    console.error('Foodhall could not start', error);
    showCouldNotStart(element, error);
  },
);
