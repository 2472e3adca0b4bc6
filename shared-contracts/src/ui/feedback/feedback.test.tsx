import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { srcSetOf } from '../../rules/pictures';
import { CoverImage } from '../layout/cover-image';
import { Receipt } from '../orders/receipt';
import { StepBars } from '../orders/step-bars';
import { Ticket } from '../orders/ticket';
import { Age } from './age';
import { Alert } from './alert';
import { CountBadge } from './count-badge';
import { EmptyState } from './empty-state';
import { FailedState } from './failed-state';
import { Skeleton, SkeletonBlock } from './skeleton';

test.each(['card', 'row'] as const)('a failed section, as a %s, shows an alert and Try Again', async (variant) => {
  const onRetry = jest.fn();
  render(<FailedState variant={variant} text="Your cart is safe." onRetry={onRetry} />);
  expect(screen.getByRole('alert')).toHaveTextContent('This section could not be loaded');
  expect(screen.getByRole('alert')).toHaveTextContent('Your cart is safe.');
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test.each(['card', 'row'] as const)(
  'a failed %s in a network with a sign-in page says so in place of its own text',
  (variant) => {
    const error = { code: 'NOT_AN_ANSWER' };
    render(<FailedState variant={variant} text="Your cart is safe." error={error} onRetry={jest.fn()} />);
    expect(screen.getByText(/^This network answered in place of the site\. Sign in to the Wi-Fi/)).toBeVisible();
    expect(screen.queryByText('Your cart is safe.')).not.toBeInTheDocument();
  },
);

test('the card of a failed section may offer another action', () => {
  render(<FailedState action={<a href="/">Start Over</a>} onRetry={jest.fn()} />);
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Start Over' })).toBeVisible();
});

test('an empty state shows its sentence and one link', () => {
  render(
    <EmptyState title="There is nothing in your cart." action={<button type="button">Continue shopping</button>} />,
  );
  expect(screen.getByText('There is nothing in your cart.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Continue shopping' })).toBeVisible();
});

test('screen readers read a placeholder as one word', () => {
  render(
    <Skeleton>
      <SkeletonBlock />
    </Skeleton>,
  );
  expect(screen.getByRole('status')).toHaveTextContent(/^Loading…$/);
});

test('a skeleton marks the root of the page while the content is loading', () => {
  const { unmount } = render(
    <Skeleton>
      <SkeletonBlock />
    </Skeleton>,
  );
  expect(document.documentElement).toHaveAttribute('data-foodhall-loading');
  unmount();
  expect(document.documentElement).not.toHaveAttribute('data-foodhall-loading');
});

test('an error interrupts a screen reader, and other alerts wait', () => {
  render(
    <>
      <Alert>Table number is required.</Alert>
      <Alert tone="info">One price changed.</Alert>
    </>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Table number is required.');
  expect(screen.getByRole('status')).toHaveTextContent('One price changed.');
});

test('a late order says so in words too', () => {
  const { rerender } = render(<Age isLate={false}>7 min</Age>);
  expect(screen.getByRole('time')).toHaveTextContent(/^7 min$/);
  rerender(<Age isLate>24 min</Age>);
  expect(screen.getByRole('time')).toHaveTextContent('Late: 24 min');
});

test('a count names its subject, stops at 99, and disappears at 0', () => {
  const { container, rerender } = render(<CountBadge count={2} label="unread" />);
  expect(container).toHaveTextContent('2 unread');
  rerender(<CountBadge count={100} label="unread" />);
  expect(container).toHaveTextContent('99+ unread');
  rerender(<CountBadge count={0} label="unread" />);
  expect(container).toBeEmptyDOMElement();
});

test('a picture that does not load shows an empty plate, and a later picture is tried', () => {
  const { container, rerender } = render(<CoverImage src="/gone.svg" />);
  const picture = () => container.querySelector('img');
  expect(picture()).toHaveAttribute('alt', '');
  expect(picture()).toHaveAttribute('loading', 'lazy');
  fireEvent.error(picture() as HTMLImageElement);
  expect(picture()).toBeNull();
  expect(container.querySelector('svg')).toBeVisible();
  rerender(<CoverImage src="/there.svg" eager />);
  expect(picture()).toHaveAttribute('src', '/there.svg');
  expect(picture()).toHaveAttribute('loading', 'eager');
});

test('a photograph loads in the width and cut of its place, a drawing as it is', () => {
  const { container, rerender } = render(<CoverImage src="/media/3f.640.webp" />);
  const picture = () => container.querySelector('img');
  expect(picture()).toHaveAttribute('src', '/media/3f.640.webp');
  expect(picture()).toHaveAttribute('srcset', srcSetOf('/media/3f.640.webp', 'square'));
  expect(picture()?.getAttribute('sizes')).toMatch(/\(resolution >= 1\.5dppx\) 80px, 104px$/);
  for (const ratio of ['venue', 'vendor', 'head'] as const) {
    rerender(<CoverImage src="/media/3f.640.webp" ratio={ratio} eager />);
    expect(picture()).toHaveAttribute('srcset', srcSetOf('/media/3f.640.webp', 'wide'));
    expect(picture()).toHaveAttribute('fetchpriority', 'high');
    expect(picture()?.getAttribute('sizes')).toMatch(/\(resolution >= 1\.5dppx\) 82vw, 100vw$/);
  }
  for (const ratio of ['item', 'fill'] as const) {
    rerender(<CoverImage src="/media/3f.640.webp" ratio={ratio} />);
    expect(picture()).toHaveAttribute('srcset', srcSetOf('/media/3f.640.webp', 'whole'));
  }
  rerender(<CoverImage src="/media/3f.svg" />);
  expect(picture()).not.toHaveAttribute('srcset');
  expect(picture()).not.toHaveAttribute('sizes');
});

test.each([
  ['new', 'New'],
  ['busy', 'Preparing'],
  ['done', 'Done'],
  ['collected', 'Done'],
] as const)('the bars of an order that is %s show the step %s', (state, label) => {
  render(<StepBars state={state} />);
  expect(screen.getAllByRole('listitem').map((step) => step.textContent)).toEqual(['New', 'Preparing', 'Done']);
  expect(screen.getByText(label)).toHaveAttribute('aria-current', 'step');
});

test('a ticket is an article with a name', () => {
  render(
    <Ticket aria-labelledby="number" head={<h3 id="number">A-2063</h3>}>
      lines
    </Ticket>,
  );
  expect(screen.getByRole('article', { name: 'A-2063' })).toHaveTextContent('lines');
});

test('a receipt lists each sum under its label and the total last', () => {
  render(
    <Receipt
      title="Total"
      rows={[
        { label: 'Items', amount: '$80.50' },
        { label: 'Service charge', amount: '$2.50', note: 'One combined service charge.' },
      ]}
      total={{ label: 'To pay', amount: '$83.00' }}
    />,
  );
  expect(screen.getByRole('region', { name: 'Total' })).toBeVisible();
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Items',
    'Service chargeOne combined service charge.',
    'To pay',
  ]);
  expect(screen.getAllByRole('definition').map((sum) => sum.textContent)).toEqual(['$80.50', '$2.50', '$83.00']);
});
