// The first style of the page: it ranks the layers, and a layer's rank is that of its first mention.
import 'shared-contracts/ui/tokens.css';
// Before any module that could load a remote: what the shell provides.
import './remotes/provide';
import { boot } from './boot';
import { startShell } from './start-shell';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no element #root to show the shell in.');

boot().then(
  (booted) => startShell(element, booted),
  (error: unknown) => {
    console.error('Foodhall could not start', error);
    // Plain elements: nothing else can be relied upon here.
    const words = document.createElement('p');
    words.textContent = 'Foodhall could not start. Check your internet and try again.';
    const again = document.createElement('button');
    again.textContent = 'Try Again';
    again.addEventListener('click', () => window.location.reload());
    element.replaceChildren(words, again);
  },
);
