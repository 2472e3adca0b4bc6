/** The messages between a page and the site's worker. */

export type ToWorker =
  /** Take over from the worker before you. */
  | { type: 'activate' }
  /** Cache these files, if they are of a kind that is cached. */
  | { type: 'keep'; addresses: string[] }
  /** Fetch the page again; the outcome is posted to the port of the message, if it has one. */
  | { type: 'refresh' }
  /** The page responds. `release`: 'catalog@1.0.0-3f9a01c2', whose code it runs. */
  | { type: 'alive'; release: string }
  /** The page says nothing for now, without being frozen. */
  | { type: 'resting' };

/** 'refreshed': the cached page is the live one. */
export type Refreshed = 'refreshed' | 'failed';

export type FromWorker =
  /** Recalled versions, such as 'catalog@1.0.0-3f9a01c2', and the snapshot that is live without them. */
  | { type: 'recalled'; versions: string[]; current: string }
  /** Asks whether this page receives the user's own news over its socket; the reply goes to the port. */
  | { type: 'hears' }
  /** The user opened a notification: show this path of the site. */
  | { type: 'open'; path: string };
