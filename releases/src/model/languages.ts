/** Languages of apps, pages and visitors, as BCP 47 tags: 'en', 'fr', 'es', 'ar'. */

/** The key of a remote's catalog among the modules of its release. */
export const catalogKey = (language: string): string => `locales/${language}`;

const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/;

/** Returns the direction of a language's script, as the attribute `dir` names it. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr');
