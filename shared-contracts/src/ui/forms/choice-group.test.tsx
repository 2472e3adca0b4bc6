import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ChoiceGroup } from './choice-group';

const TOPPINGS = [
  { id: 7, name: 'Soy-cured egg', price: '+$2.00' },
  { id: 8, name: 'Sweetcorn and butter', price: '+$1.50' },
  { id: 9, name: 'Extra chashu', price: '+$4.50' },
];

function Toppings({ onChange }: { onChange?: (ids: number[]) => void }) {
  const [selected, setSelected] = useState<number[]>([]);
  return (
    <ChoiceGroup
      type="checkbox"
      title="Toppings"
      hint={`${selected.length} of 2`}
      max={2}
      choices={TOPPINGS}
      selected={selected}
      onChange={(ids) => {
        setSelected(ids);
        onChange?.(ids);
      }}
    />
  );
}

function Sizes() {
  const [selected, setSelected] = useState([1]);
  const choices = [
    { id: 1, name: 'Regular', price: '$16.50' },
    { id: 2, name: 'Large', price: '$19.50' },
  ];
  return (
    <ChoiceGroup
      type="radio"
      title="Size"
      hint="Choose 1"
      choices={choices}
      selected={selected}
      onChange={setSelected}
    />
  );
}

test('chooses one of several by radio, by pointer or by arrow key', async () => {
  render(<Sizes />);
  expect(screen.getByRole('radiogroup', { name: 'Size' })).toHaveAccessibleDescription(/^Choose 1\s*$/);
  await userEvent.click(screen.getByRole('radio', { name: 'Large $19.50' }));
  expect(screen.getByRole('radio', { name: /Large/ })).toBeChecked();
  await userEvent.keyboard('{ArrowUp}');
  expect(screen.getByRole('radio', { name: /Regular/ })).toBeChecked();
});

test('chooses several by checkbox and reports them in the order of the menu', async () => {
  const onChange = jest.fn();
  render(<Toppings onChange={onChange} />);
  await userEvent.click(screen.getByRole('checkbox', { name: /Extra chashu/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /Soy-cured egg/ }));
  expect(onChange).toHaveBeenLastCalledWith([7, 9]);
});

test('disables the rest at the maximum and explains why, until one is deselected', async () => {
  render(<Toppings />);
  await userEvent.click(screen.getByRole('checkbox', { name: /Soy-cured egg/ }));
  expect(screen.getByRole('checkbox', { name: /Extra chashu/ })).toBeEnabled();
  await userEvent.click(screen.getByRole('checkbox', { name: /Sweetcorn/ }));
  expect(screen.getByRole('checkbox', { name: /Extra chashu/ })).toBeDisabled();
  expect(screen.getByRole('group', { name: 'Toppings' })).toHaveAccessibleDescription(
    '2 of 2 Up to 2. Untick one to choose another.',
  );
  await userEvent.click(screen.getByRole('checkbox', { name: /Soy-cured egg/ }));
  expect(screen.getByRole('checkbox', { name: /Extra chashu/ })).toBeEnabled();
});

test('disables a sold-out choice and says so', () => {
  render(
    <ChoiceGroup
      type="radio"
      title="Size"
      choices={[{ id: 1, name: 'Half', note: 'Sold out for today', disabled: true }]}
      selected={[]}
      onChange={() => undefined}
    />,
  );
  expect(screen.getByRole('radio', { name: 'Half Sold out for today' })).toBeDisabled();
});

test('says what is missing, and that the hint is not met', () => {
  render(
    <ChoiceGroup
      type="radio"
      title="Heat"
      hint="Choose 1"
      error="Choose 1 to go on."
      choices={[{ id: 1, name: 'Mild' }]}
      selected={[]}
      onChange={jest.fn()}
    />,
  );
  expect(screen.getByRole('radiogroup', { name: 'Heat' })).toHaveAccessibleDescription('Choose 1 Choose 1 to go on.');
  expect(screen.getByText('Choose 1').parentElement).toHaveClass('late');
});
