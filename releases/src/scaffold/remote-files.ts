/** The files that every new remote starts with, in this repository or in one of its own. */

/** Turns 'loyalty-card' into 'LoyaltyCard'. */
export const pascal = (name: string) => name.replace(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** Turns 'loyalty-card' into 'Loyalty card'. */
export const titleOf = (name: string): string =>
  name.replace(/^./, (letter) => letter.toUpperCase()).replaceAll('-', ' ');

/** A file of JSON. */
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Writes the manifest, the definition and the words of a remote with one screen, by path in the remote's folder.
 * @param contract the version of shared-contracts that it asks a shell for; that version has everything it uses
 * @param hasSlot whether it also fills the slot for the background
 */
export function definitionFiles(name: string, contract: string, hasSlot: boolean): Record<string, string> {
  const title = titleOf(name);
  const slot = `  slots: {
    refresh: () => import('./${name}/refresh.slot'),
  },
`;
  return {
    'remote.json': json({
      name,
      contract: `^${contract}`,
      routes: [{ path: `/${name}`, screen: name, guard: 'public', audience: 'anyone', title, isRoot: true }],
      slots: hasSlot ? [{ slot: 'background', module: 'refresh', audience: 'anyone' }] : [],
      menu: [{ place: 'side-panel', path: `/${name}`, label: title, guard: 'public', audience: 'anyone' }],
    }),
    'src/remote.ts': `import { defineRemote } from 'shared-contracts/remote';

export default defineRemote({
  screens: {
    '${name}': () => import('./${name}/${name}.screen'),
  },
${hasSlot ? slot : ''}});
`,
    'src/words.ts': `import { wordsOf } from 'shared-contracts/language';

export const { t, plural, rich } = wordsOf('${name}');
`,
  };
}

/**
 * Writes the definition, a screen, a slot, and a test of each, by path in the remote's folder.
 * @param contract the version of shared-contracts that it asks a shell for; that version has everything it uses
 */
export function remoteFiles(name: string, contract: string): Record<string, string> {
  const title = titleOf(name);
  const component = pascal(name);
  return {
    ...definitionFiles(name, contract, true),
    [`src/${name}/venues.resource.ts`]: `import { useResource } from 'shared-contracts/query';
import type { Envelope, Venue } from 'shared-contracts/types';

export const useVenues = () => useResource<Envelope<Venue[]>>('/venues');
`,
    [`src/${name}/${name}.module.css`]: `.venues {
  display: grid;
  gap: 8px;
}
`,
    [`src/${name}/${name}.screen.tsx`]: `import { Link } from 'shared-contracts/router';
import { EmptyState, FailedState, Page, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './${name}.module.css';
import { useVenues } from './venues.resource';

export function Screen() {
  const venues = useVenues();
  if (venues.isPending) {
    return (
      <Page>
        <Skeleton label={t('Loading venues…')}>
          <SkeletonBlock shape="title" />
        </Skeleton>
      </Page>
    );
  }
  if (venues.isError) {
    return (
      <Page>
        <FailedState title={t('The venues could not be loaded.')} error={venues.error} onRetry={venues.refetch} />
      </Page>
    );
  }
  return (
    <Page>
      <h1>{t('${title}')}</h1>
      {venues.data.data.length === 0 && <EmptyState title={t('No records found.')} />}
      <ul className={styles.venues}>
        {venues.data.data.map(({ id, name }) => (
          <li key={id}>
            <Link to={\`/venues/\${id}/vendors\`}>{name}</Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
`,
    [`src/${name}/${name}.test.tsx`]: `import { screen } from '@testing-library/react';
import { fakeApi, renderScreen } from 'shared-contracts/testing';
import { Screen as ${component} } from './${name}.screen';

test('lists the venues, each with the way to its vendors', async () => {
  const api = fakeApi().on('GET /venues', { data: [{ id: 1, name: 'Granary Square Market' }] });
  renderScreen(<${component} />, { api, at: '/${name}' });
  const link = await screen.findByRole('link', { name: 'Granary Square Market' });
  expect(link).toHaveAttribute('href', '/venues/1/vendors');
});
`,
    [`src/${name}/refresh.slot.tsx`]: `import { useEvent } from 'shared-contracts/events';
import { invalidate } from 'shared-contracts/query';

const refresh = () => void invalidate('/venues');

/** On every page, without anything to see: the venues are read again when what is shown may be old. */
export function Slot() {
  useEvent('refresh-wanted', refresh);
  return null;
}
`,
    [`src/${name}/refresh.test.tsx`]: `import { act, screen, waitFor } from '@testing-library/react';
import { fakeApi, renderScreen } from 'shared-contracts/testing';
import { Screen as ${component} } from './${name}.screen';
import { Slot as Refresh } from './refresh.slot';

test('the venues are read again when what is shown may be old', async () => {
  const api = fakeApi().on('GET /venues', { data: [{ id: 1, name: 'Granary Square Market' }] });
  const { store } = renderScreen(
    <>
      <${component} />
      <Refresh />
    </>,
    { api },
  );
  await screen.findByRole('link', { name: 'Granary Square Market' });
  await act(async () => store.publish('refresh-wanted', { why: 'focus' }));
  await waitFor(() => expect(api.requests).toHaveLength(2));
});
`,
  };
}
