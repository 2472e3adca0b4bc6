/** Loads the code that verifies metadata. Most pages need it after their first screen alone. */
export const loadVerification = () => import(/* webpackChunkName: "metadata" */ './verify-live');
