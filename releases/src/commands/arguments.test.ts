import { readArguments } from './arguments';

const read = (args: string[], environment: Record<string, string> = {}) =>
  readArguments(['to', 'percent', 'target'], { args, environment });

it('reads the visitors of a release', () => {
  expect(read(['catalog']).to).toBeUndefined();
  expect(read(['catalog', '--to', 'beta']).to).toEqual({ channel: 'beta' });
  expect(read(['catalog', '--percent', '10']).to).toEqual({ percent: 10 });
});

it('refuses an option that npm kept for itself, as the release would go to all visitors without it', () => {
  const sentence = 'npm took --to as an option of its own. Write two dashes before the options: npm run … -- --to';
  expect(() => read(['catalog'], { npm_config_to: 'beta' })).toThrow(sentence);
  expect(() => read(['catalog'], { npm_config_token_description: 'beta' })).toThrow(sentence);
});

it.each([
  [['--too', 'beta'], "Unknown option '--too'. This command takes --to CHANNEL, --percent N, --target PLACE."],
  [['--to'], "Option '--to <value>' argument missing. This command takes --to CHANNEL, --percent N, --target PLACE."],
  [['--to', 'a b'], "--to is 'a b'; a channel is a word such as beta."],
  [
    ['--percent', '100'],
    "--percent is '100'; it must be a whole number from 1 to 99. Leave it out to release for all visitors.",
  ],
  [['--to', 'beta', '--percent', '10'], 'It is for a channel or for a percentage of the visitors: give one of them.'],
  [
    ['--target', 'ftp://hall.example'],
    "--target is 'ftp://hall.example'; it must be a folder or an address with http://, https:// or s3://.",
  ],
])('%j: %s', (args, sentence) => {
  expect(() => read(['catalog', ...args])).toThrow(new Error(sentence));
});
