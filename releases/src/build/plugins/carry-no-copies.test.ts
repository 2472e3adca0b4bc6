import { copiedBy } from './carry-no-copies';

const REACT = '/team/node_modules/react/index.js';
const BUTTON = '/team/node_modules/shared-contracts/src/ui/actions/button.js';

test.each([
  ['a copy of React is refused', REACT, false, 'React'],
  ['a React of its own is not', REACT, true, undefined],
  ['a copy of the primitives is not', BUTTON, false, undefined],
  ['the primitives beside a React of its own are refused', BUTTON, true, "the shell's React alone"],
  ['a copy of the router is refused', '/team/node_modules/react-router/dist/index.mjs', true, 'the router'],
])('%s', (_rule, file, hasOwnReact, what) => {
  const copied = copiedBy(file, hasOwnReact);
  if (what === undefined) expect(copied).toBeUndefined();
  else expect(copied).toContain(what);
});
