import { problemOfName } from './names';

it('a name that is too long for reports is refused', () => {
  expect(problemOfName('a'.repeat(40))).toBeUndefined();
  expect(problemOfName('a'.repeat(41))).toBe('A name has at most 40 characters.');
});

it.each(['', 'Loyalty', '../catalog', '-card', 'card-', 'a--b', '9-lives', 'kärtchen'])(
  "'%s' cannot name a remote",
  (name) => {
    expect(problemOfName(name)).toBe('A name has small letters, digits and single dashes.');
  },
);
