/** Paths that no page is at: what is not there is a 404, also for a browser that accepts a page. */
export const FILE_PATHS = /^\/(api|parts|registry|media|apps?)(\/|$)/;

/** The route of all pages. It takes each GET that no other route takes, so also those of `FILE_PATHS`. */
export const PAGES_ROUTE = '/*';
