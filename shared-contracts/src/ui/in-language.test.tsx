import { render, screen } from '@testing-library/react';
import { speakEnglish, speakLanguage } from '../testing';
import { InLanguage } from './in-language';

afterEach(speakEnglish);

test('a text in another language than the page is marked with its language and direction', () => {
  speakLanguage('ar', {});
  render(
    <p>
      <InLanguage of="fr">Soupe du jour.</InLanguage>
    </p>,
  );
  expect(screen.getByText('Soupe du jour.')).toHaveAttribute('lang', 'fr');
  expect(screen.getByText('Soupe du jour.')).toHaveAttribute('dir', 'ltr');
});

test.each(['fr', undefined])('a text in the language of the page, or in an unknown one (%s), adds no element', (of) => {
  speakLanguage('fr', {});
  render(
    <p>
      <InLanguage of={of}>Soupe du jour.</InLanguage>
    </p>,
  );
  expect(screen.getByText('Soupe du jour.')).toHaveProperty('outerHTML', '<p>Soupe du jour.</p>');
});
