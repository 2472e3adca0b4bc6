/** Paths that no page is at: what is not there is a 404, also for a browser that accepts a page. */
export const FILE_PATHS = /^\/(api|parts|registry|media|apps?)(\/|$)/;
