import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { takeTextReports, translatePage } from './translation';

let stop = () => {};
afterEach(() => stop());

const settle = () => new Promise((resolve) => setTimeout(resolve));

test('a translated page has each text inside two font elements, later texts too, and leaves the rest alone', async () => {
  const Order = ({ state }: { state: string }) => (
    <p>
      <b translate="no">A-1</b> is <span>{state}</span>
    </p>
  );
  const { container, rerender } = render(<Order state="new" />);
  stop = translatePage();
  rerender(<Order state="done" />);
  await settle();
  expect(container.innerHTML).toBe(
    '<p><b translate="no">A-1</b><font><font> is </font></font><span><font><font>done</font></font></span></p>',
  );
});

const NUMBER = <b>A-1</b>;

test.each<[string, ReactNode, ReactNode, RegExp | undefined]>([
  ['a text that is the only child', <p key="p">new</p>, <p key="p">done</p>, undefined],
  [
    'a text that stays beside one that changes',
    <p key="p">Order {NUMBER}</p>,
    <p key="p">Order {<b>A-2</b>}</p>,
    undefined,
  ],
  [
    'a text beside others, where nothing is translated',
    <p key="p" translate="no">
      A {1}
    </p>,
    <p key="p" translate="no">
      A {2}
    </p>,
    undefined,
  ],
  [
    'a text that changes beside an element',
    <p key="p">
      {NUMBER} {'new'}
    </p>,
    <p key="p">
      {NUMBER} {'done'}
    </p>,
    /changes the text "new"/,
  ],
  [
    'a text that goes',
    <p key="p">
      {NUMBER}
      {' late'}
    </p>,
    <p key="p">
      {NUMBER}
      {null}
    </p>,
    /removes the text " late"/,
  ],
  [
    'an element that comes before a text',
    <p key="p">{null} late</p>,
    <p key="p">{NUMBER} late</p>,
    /inserts something before the text " ?late"/,
  ],
])('%s is reported as a risk where a translation would break it', (_what, before, after, expected) => {
  const { rerender } = render(before);
  rerender(after);
  const reports = takeTextReports();
  expect(reports).toHaveLength(expected ? 1 : 0);
  if (expected) expect(reports[0]).toMatch(expected);
});
