import { problemText } from './printer-state';
import { inLanguage, speakLanguages } from './ticket/ticket.testing';

beforeAll(speakLanguages);

test('a problem is a sentence in the language of its reader', () => {
  expect(problemText('paper-out')).toBe('The printer is out of paper. Put in a new roll.');
  expect(inLanguage('fr', () => problemText('paper-out'))).toBe(
    'L’imprimante n’a plus de papier. Mettez un nouveau rouleau.',
  );
});

test('a problem that is not known has the printer’s own code', () => {
  expect(problemText('unknown', 'EX_NEW')).toBe('The printer reported an error: EX_NEW');
  expect(problemText('unknown')).toBe('The printer reported an error. Turn it off and on.');
});
