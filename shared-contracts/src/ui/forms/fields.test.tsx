import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { PasswordInput } from './password-input';
import { Select } from './select';
import { TextArea } from './text-area';
import { TextInput } from './text-input';

test('a field is found by its label and described by its hint', () => {
  render(<TextInput label="Location" hint="The number on your table" />);
  const input = screen.getByRole('textbox', { name: 'Location' });
  expect(input).toHaveAccessibleDescription('The number on your table');
  expect(input).not.toBeInvalid();
});

test('an error makes the field invalid and takes the place of the hint', () => {
  render(<TextInput label="Phone" hint="With area code" error="At least 10 characters." />);
  const input = screen.getByRole('textbox', { name: 'Phone' });
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription('At least 10 characters.');
  expect(screen.queryByText('With area code')).toBeNull();
});

test('a text between the label and the field is read with it, also beside an error', () => {
  const { rerender } = render(<TextInput label="Name" lead="Soup" />);
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Soup');
  rerender(<TextArea label="Name" lead="Soup" error="Too long." />);
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Soup Too long.');
});

test('announces an error that comes later, since its element was there before', () => {
  const { rerender } = render(<TextInput label="Name" />);
  const places = [...document.querySelectorAll('[aria-live="polite"]')];
  rerender(<TextInput label="Name" error="Name is required" />);
  expect(places).toContain(screen.getByText('Name is required').closest('[aria-live]'));
});

test('an email runs from left to right, and any other text as the page does', () => {
  render(
    <>
      <TextInput label="Email" type="email" />
      <TextInput label="Name" />
    </>,
  );
  expect(screen.getByLabelText('Email')).toHaveAttribute('dir', 'ltr');
  expect(screen.getByLabelText('Name')).not.toHaveAttribute('dir');
});

test('passes its input element on, so that a form can focus the first mistake', () => {
  const ref = createRef<HTMLInputElement>();
  render(<TextInput label="Email" ref={ref} />);
  expect(ref.current).toBe(screen.getByRole('textbox', { name: 'Email' }));
});

test('the eye shows a password and hides it again', async () => {
  render(<PasswordInput label="Password" autoComplete="current-password" />);
  const input = screen.getByLabelText('Password');
  expect(input).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(input).toHaveAttribute('type', 'password');
});

function Sample() {
  const [value, setValue] = useState('');
  return (
    <Select
      label="Deliver to"
      placeholder="Choose one"
      value={value}
      onChange={(event) => setValue(event.target.value)}
      options={[
        { value: 'table', label: 'Table' },
        { value: 'room', label: 'Room' },
      ]}
    />
  );
}

test('a select with a placeholder starts with nothing chosen and reports the choice', async () => {
  render(<Sample />);
  const select = screen.getByRole('combobox', { name: 'Deliver to' });
  expect(select).toHaveDisplayValue('Choose one');
  await userEvent.selectOptions(select, 'Room');
  expect(select).toHaveValue('room');
});

test('an area has three rows', () => {
  render(<TextArea label="Instructions" />);
  expect(screen.getByRole('textbox', { name: 'Instructions' })).toHaveAttribute('rows', '3');
});
