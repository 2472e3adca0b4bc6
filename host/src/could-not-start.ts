import styles from './could-not-start.module.css';
import { NotReleased } from './releases/not-released';

/** What a page shows that has no configuration or no registry. Plain elements: nothing else can be relied upon here. */
export function showCouldNotStart(element: Element, error: unknown): void {
  const words = document.createElement('h1');
  // The connection is not at fault where what came is not what was released.
  const advice = error instanceof NotReleased ? '' : ' Check your internet connection and try again.';
  words.textContent = `Foodhall could not start.${advice}`;
  const again = document.createElement('button');
  again.type = 'button';
  again.textContent = 'Try Again';
  again.addEventListener('click', () => window.location.reload());
  const reason = document.createElement('p');
  reason.textContent = error instanceof Error ? error.message : String(error);
  const page = document.createElement('main');
  page.className = styles.page ?? '';
  page.append(words, again, reason);
  element.replaceChildren(page);
}
