import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TabPanel, Tabs } from './tabs';

const TABS = [
  { id: 'new', label: 'New', count: 1 },
  { id: 'busy', label: 'Preparing', count: 0 },
  { id: 'done', label: 'Done' },
];

function Sample() {
  const [selected, setSelected] = useState('new');
  return (
    <>
      <Tabs idBase="queue" label="Orders" tabs={TABS} selected={selected} onSelect={setSelected} />
      <TabPanel idBase="queue" tab={selected}>
        {`Orders that are ${selected}`}
      </TabPanel>
    </>
  );
}

test('a tab shows its count, also 0, and its panel carries its name', () => {
  render(<Sample />);
  expect(screen.getByRole('tablist', { name: 'Orders' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Preparing 0' })).toHaveAttribute('aria-selected', 'false');
  const selected = screen.getByRole('tab', { name: 'New 1', selected: true });
  expect(screen.getByRole('tabpanel', { name: 'New 1' })).toHaveAttribute('id', selected.getAttribute('aria-controls'));
});

test('a tab can be read aloud in other words, and its label can be in another language', () => {
  const tabs = [{ id: 'fr', label: 'Français', lang: 'fr', count: 3, spoken: 'Français, 3 missing' }];
  render(<Tabs idBase="languages" label="Languages" tabs={tabs} selected="fr" onSelect={() => {}} />);
  expect(screen.getByRole('tab', { name: 'Français, 3 missing' })).toHaveTextContent('Français 3');
  expect(screen.getByText('Français')).toHaveAttribute('lang', 'fr');
});

test('a pending count keeps its room, and screen readers skip it', () => {
  const tabs = [{ id: 'new', label: 'New' }];
  render(<Tabs idBase="queue" label="Orders" tabs={tabs} selected="new" onSelect={() => {}} isCounting />);
  expect(screen.getByRole('tab', { name: 'New' })).toHaveTextContent('New –');
});

test('a press selects a tab', async () => {
  render(<Sample />);
  await userEvent.click(screen.getByRole('tab', { name: 'Done' }));
  expect(screen.getByRole('tabpanel', { name: 'Done' })).toHaveTextContent('Orders that are done');
});

test('the row is one stop of the Tab key, and arrows, Home and End move inside it and wrap around', async () => {
  render(<Sample />);
  await userEvent.tab();
  expect(screen.getByRole('tab', { name: 'New 1' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Preparing 0', selected: true })).toHaveFocus();
  await userEvent.keyboard('{End}');
  expect(screen.getByRole('tab', { name: 'Done', selected: true })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'New 1', selected: true })).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{Home}');
  expect(screen.getByRole('tab', { name: 'New 1', selected: true })).toHaveFocus();
  await userEvent.tab();
  expect(document.body).toHaveFocus();
});
