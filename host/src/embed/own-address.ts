/** The address of this script. Imported first, since all other addresses follow from it. */

const script = document.currentScript;
if (!(script instanceof HTMLScriptElement)) throw new Error('embed.js must be a script of the page, not a module.');

// /embed.js serves the live version's file without a redirect; the other files of the build are in that version's
// folder.
const folder = new URL(`/parts/host/${HOST_VERSION}/`, script.src).href;
__webpack_public_path__ = folder;

/** Origin of the Foodhall that served this script. */
export const SCRIPT_ORIGIN: string = new URL(script.src).origin;

/** Resolves when the style sheet of this version is loaded; rejects if it cannot be loaded. */
export const styles: Promise<void> = new Promise((resolve, reject) => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `${folder}embed.css`;
  link.crossOrigin = 'anonymous';
  link.onload = () => resolve();
  link.onerror = () => reject(new Error(`${link.href} could not be loaded.`));
  document.head.append(link);
});
// mountRemote reports the failure; before that it is not an unhandled one.
styles.catch(() => {});
