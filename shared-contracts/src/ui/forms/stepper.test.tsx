import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Stepper } from './stepper';

function Sample({ from, max }: { from: number; max?: number }) {
  const [value, setValue] = useState(from);
  return <Stepper label="quantity" value={value} onChange={setValue} max={max} />;
}

const minus = () => screen.getByRole('button', { name: 'Decrease quantity' });
const plus = () => screen.getByRole('button', { name: 'Increase quantity' });

test('plus and minus count', async () => {
  render(<Sample from={2} />);
  await userEvent.click(plus());
  expect(screen.getByRole('status')).toHaveTextContent('3');
  await userEvent.click(minus());
  await userEvent.click(minus());
  expect(screen.getByRole('status')).toHaveTextContent('1');
});

test('minus stops at 1 and keeps its focus', async () => {
  render(<Sample from={2} />);
  await userEvent.click(minus());
  expect(minus()).toHaveAttribute('aria-disabled', 'true');
  expect(minus()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('status')).toHaveTextContent('1');
});

test('plus stops at a maximum where there is one', async () => {
  render(<Sample from={2} max={2} />);
  expect(plus()).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(plus());
  expect(screen.getByRole('status')).toHaveTextContent('2');
});

test('neither button counts while a request runs', async () => {
  const onChange = jest.fn();
  render(<Stepper label="quantity" value={2} onChange={onChange} disabled />);
  await userEvent.click(plus());
  await userEvent.click(minus());
  expect(onChange).not.toHaveBeenCalled();
});
