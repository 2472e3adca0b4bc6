import './keep-functions';
import 'shared-contracts/ui/tokens.css';
import './first-screen/first-screen.css';
import './not-started.css';
import { loadHttp } from 'shared-contracts/client';
import { nextTask } from './first-screen/next-task';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
// The page has a text for the time before this script runs.
root.replaceChildren();
// The code for requests loads while the shell starts; the first request reports a failure. A page that contains its
// data sends no request yet.
if (!document.getElementById('known-data')) loadHttp().catch(() => {});
void start(root);

/** Each step is a task of its own: on a slow phone all of them together would block the page for half a second. */
async function start(element: Element): Promise<void> {
  try {
    await nextTask();
    await import(/* webpackMode: "eager" */ './react');
    await nextTask();
    await import(/* webpackMode: "eager" */ 'shared-contracts/ui');
    await nextTask();
    // The shared modules come before any module that could load a remote.
    const { provideModules } = await import(/* webpackMode: "eager" */ './remotes/provide');
    provideModules();
    await nextTask();
    const { boot } = await import(/* webpackMode: "eager" */ './boot');
    const [booted, { startShell }] = await Promise.all([boot(), evaluateShell()]);
    await nextTask();
    await startShell(element, booted);
  } catch (error) {
    console.error('Foodhall could not start', error);
    const { showCouldNotStart } = await import(/* webpackMode: "eager" */ './could-not-start');
    showCouldNotStart(element, error);
  }
}

async function evaluateShell() {
  await nextTask();
  return await import(/* webpackMode: "eager" */ './start-shell');
}
