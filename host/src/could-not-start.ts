import styles from './could-not-start.module.css';
import { NotReleased } from './releases/not-released';
import { t } from './words';

/** Shows the page without a configuration or a registry. It uses plain elements, since nothing else is available yet. */
export function showCouldNotStart(element: Element, error: unknown): void {
  document.getElementById('first-screen')?.remove();
  const heading = document.createElement('h1');
  // A file that is not what was released is no fault of the connection.
  heading.textContent =
    error instanceof NotReleased
      ? t('Foodhall could not start.')
      : t('Foodhall could not start. Check your internet connection and try again.');
  const again = document.createElement('button');
  again.type = 'button';
  again.textContent = t('Try Again');
  again.addEventListener('click', () => window.location.reload());
  const reason = document.createElement('p');
  reason.textContent = error instanceof Error ? error.message : String(error);
  const page = document.createElement('main');
  page.className = styles.page ?? '';
  page.append(heading, again, reason);
  element.replaceChildren(page);
}
