import { PICTURE_LIMITS } from 'shared-contracts/schemas';
import { fileProblem, MOST_BYTES } from './picture-file.rules';

const aFile = (fields: Partial<Pick<File, 'name' | 'type' | 'size'>> = {}) => ({
  name: 'ramen.jpg',
  type: 'image/jpeg',
  size: 3_000_000,
  ...fields,
});

test.each([
  ['a JPEG', {}],
  ['a PNG', { type: 'image/png' }],
  ['a WebP', { type: 'image/webp' }],
  ['a file whose type the device does not know', { type: '' }],
  ['a picture of exactly the largest size', { size: MOST_BYTES }],
])('accepts %s', (_case, fields) => {
  expect(fileProblem(aFile(fields))).toBeNull();
});

test.each([
  ['a HEIC picture', { type: 'image/heic' }, /Most Compatible/],
  ['a HEIC picture whose type the device does not know', { type: '', name: 'IMG_1.HEIC' }, /Most Compatible/],
  ['a PDF', { type: 'application/pdf' }, /no JPEG, PNG or WebP/],
  ['an empty file', { size: 0 }, /empty/],
  ['a picture that is too large', { size: MOST_BYTES + 1 }, /more than 10 MB/],
])('refuses %s and says why', (_case, fields, sentence) => {
  expect(fileProblem(aFile(fields))).toMatch(sentence);
});

test('has the size limit of the API', () => {
  expect(MOST_BYTES).toBe(PICTURE_LIMITS.bytes);
});
