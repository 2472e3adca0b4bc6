const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/;

/** Returns the direction of a language's script, as the attribute `dir` names it. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr');
