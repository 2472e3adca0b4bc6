import { problemOfName } from './names';

it('a name longer than reports take is refused', () => {
  expect(problemOfName('a'.repeat(40))).toBeUndefined();
  expect(problemOfName('a'.repeat(41))).toBe('A name has at most 40 characters.');
});

it.each(['', 'Loyalty', '../catalog', '-card', 'card-', 'a--b', '9-lives', 'kärtchen'])(
  "'%s' is no name of a remote",
  (name) => {
    expect(problemOfName(name)).toBe('A name has small letters, digits and single dashes.');
  },
);
