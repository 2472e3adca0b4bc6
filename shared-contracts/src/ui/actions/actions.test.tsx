import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { X } from 'lucide-react';
import { MemoryRouter } from 'shared-contracts/router';
import { Button } from './button';
import { IconButton } from './icon-button';
import { LinkText } from './link-text';

test('a button acts once per press, and does not submit a form by accident', async () => {
  const onClick = jest.fn();
  render(<Button onClick={onClick}>Apply</Button>);
  const button = screen.getByRole('button', { name: 'Apply' });
  expect(button).toHaveAttribute('type', 'button');
  await userEvent.click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
});

test('a busy button keeps its focus and its words, and neither acts nor submits', async () => {
  const onClick = jest.fn();
  const onSubmit = jest.fn((event: React.FormEvent) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy onClick={onClick}>
        Login
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Login', busy: true });
  await userEvent.tab();
  expect(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(button).toHaveAttribute('aria-disabled', 'true');
});

test('a button with an address is a link, and another site gets no access to this window', () => {
  render(
    <MemoryRouter>
      <Button to="/venues">Venues</Button>
      <Button href="https://foodhall.example" target="_blank">
        Contact Support
      </Button>
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Venues' })).toHaveAttribute('href', '/venues');
  expect(screen.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('rel', 'noopener noreferrer');
});

test('the price at the end of a button is part of its name', () => {
  render(<Button end={<span>$46.00</span>}>Add to cart</Button>);
  expect(screen.getByRole('button', { name: 'Add to cart $46.00' })).toBeVisible();
});

test('an icon alone is named by its label', () => {
  render(<IconButton icon={X} aria-label="Close" />);
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible();
});

test('a text link is a link where it has an address, and a button where it acts', async () => {
  const onClick = jest.fn();
  render(
    <MemoryRouter>
      <LinkText to="/register">Register</LinkText>
      <LinkText href="tel:+14165550142">Call</LinkText>
      <LinkText quiet onClick={onClick}>
        Forgot password?
      </LinkText>
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
  expect(screen.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+14165550142');
  await userEvent.click(screen.getByRole('button', { name: 'Forgot password?' }));
  expect(onClick).toHaveBeenCalledTimes(1);
});
