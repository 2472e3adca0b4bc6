/** What a page and the site's worker tell each other. */

export type ToWorker =
  /** Take over from the worker before you. */
  | { type: 'activate' }
  /** Keep these files, where they are of a kind that is kept. */
  | { type: 'keep'; addresses: string[] }
  /** Look whether there is a new page; a port that comes along is told how that ended. */
  | { type: 'refresh' };

/** 'refreshed': the page that is kept is the live one. */
export type Refreshed = 'refreshed' | 'failed';

export type FromWorker =
  /** Versions that were taken back, as 'catalog@1.0.0-3f9a01c2', and the snapshot that is live without them. */
  | { type: 'recalled'; versions: string[]; current: string }
  /** The port that comes along is told whether this page hears its person's own news as they happen. */
  | { type: 'hears' }
  /** A notice was pressed: show this path of the site. */
  | { type: 'open'; path: string };
