// The first style of the page: it ranks the layers, and a layer's rank is that of its first mention.
import 'shared-contracts/ui/tokens.css';
import './not-started.css';
// Before any module that could load a remote: what the shell provides.
import './remotes/provide';
import { boot } from './boot';
import { showCouldNotStart } from './could-not-start';
import { startShell } from './start-shell';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no element #root to show the shell in.');
// What the page says for as long as nothing of this runs.
element.replaceChildren();

boot().then(
  (booted) => startShell(element, booted),
  (error: unknown) => {
    console.error('Foodhall could not start', error);
    showCouldNotStart(element, error);
  },
);
