// The first style of the page: it ranks the layers, and a layer's rank is that of its first mention.
import 'shared-contracts/ui/tokens.css';
// Before any module that could load a remote: what the shell provides.
import './remotes/provide';
import { boot } from './boot';
import { NotReleased } from './remotes/not-released';
import { startShell } from './start-shell';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no element #root to show the shell in.');

boot().then(
  (booted) => startShell(element, booted),
  (error: unknown) => {
    console.error('Foodhall could not start', error);
    // Plain elements: nothing else can be relied upon here.
    const words = document.createElement('p');
    // Nobody's internet is at fault where what came is not what was released.
    const advice = error instanceof NotReleased ? '' : ' Check your internet and try again.';
    words.textContent = `Foodhall could not start.${advice}`;
    const reason = document.createElement('p');
    reason.textContent = error instanceof Error ? error.message : String(error);
    const again = document.createElement('button');
    again.textContent = 'Try Again';
    again.addEventListener('click', () => window.location.reload());
    element.replaceChildren(words, again, reason);
  },
);
