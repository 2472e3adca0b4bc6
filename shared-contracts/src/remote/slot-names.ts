/** Every slot that the shell shows and a remote fills. It imports nothing, so that a build can read the list by itself. */
export const SLOT_NAMES = ['background', 'notifications-panel', 'account-export'] as const;
