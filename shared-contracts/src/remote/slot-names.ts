/** The places that a remote adds to. This file imports nothing, so that a build can read the lists by themselves. */

/** Every slot that the shell shows and a remote fills. */
export const SLOT_NAMES = ['background', 'notifications-panel', 'account-export', 'account', 'order'] as const;

/** Every place where the shell shows menu entries of remotes. */
export const MENU_PLACES = ['side-panel', 'account', 'stall', 'office'] as const;
