import { t } from './words';

/**
 * Returns the advice for a visitor whose request failed as NOT_AN_ANSWER. It has a file of its own, since a remote may bring its own copy
 * of the primitives without the client.
 */
export const anotherNetwork = (): string =>
  t('This network answered in place of the site. Sign in to the Wi-Fi if it asks you to, then try again.');
