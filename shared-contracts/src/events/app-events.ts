/** The rules for events of apps. They are named by their app, 'loyalty-card.stamp-given', and change nothing of the shared state. */

/** The most characters of a payload, as JSON. */
export const MOST_CHARACTERS = 4096;

const NAME = /^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/;
const MOST_OF_NAME = 80;

/**
 * Explains why an app must not publish this event, or returns undefined.
 * @param text the payload as JSON; undefined if it has none
 */
export function problemOfAppEvent(app: string, name: string, text: string | undefined): string | undefined {
  if (!NAME.test(name) || name.length > MOST_OF_NAME) return "its name has to be such as 'loyalty-card.stamp-given'.";
  if (!name.startsWith(`${app}.`)) return `'${app}' publishes events of its own name alone.`;
  if (!text?.startsWith('{')) return 'its payload has to be an object of JSON.';
  return text.length > MOST_CHARACTERS
    ? `its payload has ${text.length} characters, of at most ${MOST_CHARACTERS}.`
    : undefined;
}
