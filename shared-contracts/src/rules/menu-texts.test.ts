import { missingPlaceTexts, missingTexts, textsIn, type Written } from './menu-texts';

const soup: Written = {
  name: 'Soup',
  description: 'Hot',
  image_alt: '',
  texts: { fr: { name: 'Soupe', description: 'Chaude' }, es: { name: 'Sopa', description: '' } },
};

describe('the texts that are missing in a language', () => {
  test.each([
    ['fr', []],
    ['es', ['description']],
    ['ar', ['name', 'description']],
  ])('in %s are %j', (language, missing) => {
    expect(missingTexts(soup, language)).toEqual(missing);
  });

  test('of a stall do not have its name', () => {
    expect(missingPlaceTexts({ name: 'Kumo', blurb: 'Noodles' }, 'fr')).toEqual(['blurb']);
    expect(missingPlaceTexts({ name: 'Kumo', blurb: '' }, 'fr')).toEqual([]);
  });
});

test('a text that is missing in a language is shown in the first', () => {
  expect(textsIn(soup, 'fr')).toEqual({ name: 'Soupe', description: 'Chaude', image_alt: '' });
  expect(textsIn(soup, 'es')).toEqual({ name: 'Sopa', description: 'Hot', image_alt: '' });
});
