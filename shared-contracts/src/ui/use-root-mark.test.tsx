import { render } from '@testing-library/react';
import { useRootMark } from './use-root-mark';

function Bar() {
  useRootMark('buy-bar');
  return null;
}
const root = document.documentElement;

test('the root has the mark as long as one such component is on the page', () => {
  const first = render(<Bar />);
  const second = render(<Bar />);
  first.unmount();
  expect(root).toHaveAttribute('data-foodhall-buy-bar');
  second.unmount();
  expect(root).not.toHaveAttribute('data-foodhall-buy-bar');
});
