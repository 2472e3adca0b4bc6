// Lets a page under development follow the builds of its server.

/**
 * One update leads from one build to the next. A build may come while an update is applied, or while the page is not connected, so updates
 * go on until the page runs the newest build.
 * @param {object} page
 * @param {() => string} page.runs the hash of the build that the page runs
 * @param {() => Promise<unknown>} page.update leads to the next build; resolves with null where there is no update
 * @param {(reason: unknown) => void} page.reload loads the page again, for a change that cannot be applied in place
 * @returns a function to call with the hash of each build
 */
export function keepUp({ runs, update, reload }) {
  let newest = '';
  let isUpdating = false;
  return async (/** @type {string} */ build) => {
    newest = build;
    if (isUpdating) return;
    isUpdating = true;
    try {
      while (runs() !== newest) {
        if (!(await update())) throw new Error('The server has no update from what this page runs.');
      }
    } catch (error) {
      reload(error);
    } finally {
      isUpdating = false;
    }
  };
}
