import { languagesWanted } from './language';

test.each([
  ['a browser', { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.5' }, ['fr', 'en']],
  ['a choice before the browser', { cookie: 'a=1; language=ar; b=2', 'accept-language': 'fr' }, ['ar', 'fr']],
  ['quality before order', { 'accept-language': 'en;q=0.1, es' }, ['es', 'en']],
  ['a refused language', { 'accept-language': 'es;q=0, fr' }, ['fr']],
  ['no header', {}, []],
  ['any language', { 'accept-language': '*' }, []],
  ['a choice that is no language', { cookie: 'language=<script>' }, []],
  ['a header that is no list', { 'accept-language': ';;;=,' }, []],
])('reads the languages of %s', (_name, headers, languages) => {
  expect(languagesWanted(headers)).toEqual(languages);
});

test('a request for JSON is answered in the language of its page, and otherwise in the chosen one', () => {
  const page = { cookie: 'language=ar', accept: 'application/json' };
  expect(languagesWanted({ ...page, 'accept-language': 'fr' })).toEqual(['fr', 'ar']);
  expect(languagesWanted(page)).toEqual(['ar']);
});
