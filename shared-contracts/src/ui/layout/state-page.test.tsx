import { render, screen } from '@testing-library/react';
import { EmptyState } from '../feedback/empty-state';
import { StatePage } from './state-page';

test('a page that shows only its state has a heading, and a mark by which the shell knows it', () => {
  render(
    <StatePage heading="Items">
      <EmptyState title="This is not one of your vendors." />
    </StatePage>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Items' })).toBeInTheDocument();
  expect(screen.getByText('This is not one of your vendors.')).toBeInTheDocument();
  expect(document.documentElement).toHaveAttribute('data-foodhall-state-page');
});
