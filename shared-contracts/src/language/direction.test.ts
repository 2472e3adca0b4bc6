import { directionOf, languageAttributes, languageName, provideLanguage } from '.';

test.each([
  ['ar', 'rtl'],
  ['ar-EG', 'rtl'],
  ['fr', 'ltr'],
  ['arn', 'ltr'],
])('%s is written %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction);
});

test.each([
  ['fr', 'ar', { lang: 'fr', dir: 'ltr' }],
  ['ar', 'en', { lang: 'ar', dir: 'rtl' }],
  ['en', 'en', {}],
  [undefined, 'ar', {}],
])('a text in %s on a page in %s has the attributes %j', (language, page, attributes) => {
  provideLanguage(() => page);
  expect(languageAttributes(language)).toEqual(attributes);
});

test.each([
  ['fr', 'anglais'],
  ['es', 'inglés'],
  ['ar', 'الإنجليزية'],
])('English is named on a page in %s', (page, name) => {
  provideLanguage(() => page);
  expect(languageName('en')).toBe(name);
  expect(languageName('en', 'en')).toBe('English');
});
