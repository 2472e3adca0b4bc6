import { speakEnglish, speakLanguage } from 'shared-contracts/testing';
import spanish from '../locales/es.json';
import { beginLarge } from './begin-large';

afterEach(speakEnglish);

test.each([
  ['inglés, francés', 'Inglés, francés'],
  ['العربية', 'العربية'],
  ['', ''],
])('the text %j begins large: %j', (text, shown) => {
  speakLanguage('es', { hall: spanish });
  expect(beginLarge(text)).toBe(shown);
});
