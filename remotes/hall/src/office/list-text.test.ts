import { speakEnglish, speakLanguage } from 'shared-contracts/testing';
import arabic from '../locales/ar.json';
import { listText } from './list-text';

afterEach(speakEnglish);

test.each([
  [[], ''],
  [['10 %'], '10 %'],
  [['10 %', '15 %', '20 %'], '10 %, 15 %, 20 %'],
])('the texts %j are one list', (texts, list) => {
  expect(listText(texts)).toBe(list);
});

test('a list in Arabic has the comma of Arabic', () => {
  speakLanguage('ar', { hall: arabic });
  expect(listText(['نقدًا', 'بطاقة'])).toBe('نقدًا، بطاقة');
});
