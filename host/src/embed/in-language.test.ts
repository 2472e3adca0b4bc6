import { provideLanguage } from 'shared-contracts/language';
import { inLanguage } from './in-language';

test.each([
  ['ar', 'rtl'],
  ['fr', 'ltr'],
  ['en', 'ltr'],
])('a part of a page of another site is marked as %s, from its own side', (language, direction) => {
  provideLanguage(() => language);
  const { lang, dir } = inLanguage(document.createElement('div'));
  expect([lang, dir]).toEqual([language, direction]);
});
