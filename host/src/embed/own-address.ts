/** Where this script is from. Imported first: everything else that is loaded is found from here. */

const script = document.currentScript;
if (!(script instanceof HTMLScriptElement)) throw new Error('embed.js must be a script of the page, not a module.');

// /embed.js leads to the live version's file without telling the script so; what belongs to it lies beside that file.
const folder = new URL(`/parts/host/${HOST_VERSION}/`, script.src).href;
__webpack_public_path__ = folder;

/** Origin of the Foodhall that served this script. */
export const SCRIPT_ORIGIN: string = new URL(script.src).origin;

/** Resolves when the style sheet of this very version is there, and rejects when it cannot be had. */
export const styles: Promise<void> = new Promise((resolve, reject) => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `${folder}embed.css`;
  link.crossOrigin = 'anonymous';
  link.onload = () => resolve();
  link.onerror = () => reject(new Error(`${link.href} could not be loaded.`));
  document.head.append(link);
});
// Whoever mounts a remote hears of it; until then nobody is asked.
styles.catch(() => {});
