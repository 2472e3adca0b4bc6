import { fileProblem } from './picture.rules';

test.each([
  [0, 'This file is empty.'],
  [20 * 1024 * 1024, undefined],
  [20 * 1024 * 1024 + 1, 'This picture has more than 20 MB. Choose a smaller one.'],
])('a file of %i bytes', (size, problem) => {
  expect(fileProblem({ size })).toBe(problem);
});
