/** Paths that never hold a page. An unknown path among them is a 404, even for a browser that accepts HTML. */
export const FILE_PATHS = /^\/(api|parts|registry|media|apps?)(\/|$)/;

/** The route of all pages. It takes each GET that no other route takes, including those of `FILE_PATHS`. */
export const PAGES_ROUTE = '/*';
