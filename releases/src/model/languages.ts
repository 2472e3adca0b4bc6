/** Languages of apps, pages and visitors, as BCP 47 tags: 'en', 'fr', 'es', 'ar'. */

/** The key of a remote's catalog among the modules of its release. */
export const catalogKey = (language: string): string => `locales/${language}`;
