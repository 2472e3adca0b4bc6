import { ChevronRight } from 'lucide-react';
import { Link, useParams } from 'shared-contracts/router';
import type { HallSettings } from 'shared-contracts/types';
import { Card, Icon } from 'shared-contracts/ui';
import { Office } from '../office/office';
import { operatorsPath, settingPath, termsPath, watchPath } from '../office/paths';
import { t } from '../words';
import styles from './settings.module.css';
import { useSettings } from './settings.resource';
import { pageName, partText } from './settings-words';

/** The settings of a hall in lines, each of which leads to its form. */
export function Screen() {
  const { venueId = '' } = useParams();
  const settings = useSettings(venueId);
  return (
    <Office section="settings" heading={t('Settings')} read={settings}>
      {(data) => (
        <div className={styles.list}>
          {groupsOf(venueId, data).map(({ id, name, lines }) => (
            <section key={id} className={styles.section} aria-labelledby={id}>
              <h2 id={id}>{name}</h2>
              <Card as="ul" clip aria-labelledby={id}>
                {lines.map((line) => (
                  <Row key={line.to} line={line} />
                ))}
              </Card>
            </section>
          ))}
        </div>
      )}
    </Office>
  );
}

interface Line {
  to: string;
  name: string;
  note: string;
}

function groupsOf(venueId: string, settings: HallSettings): { id: string; name: string; lines: Line[] }[] {
  const part = (id: Parameters<typeof partText>[0]): Line => ({
    to: settingPath(venueId, id),
    name: pageName(id),
    note: partText(id, settings),
  });
  return [
    {
      id: 'guests',
      name: t('What guests see'),
      lines: [part('name'), part('picture'), part('languages'), part('delivery'), part('hours')],
    },
    {
      id: 'money',
      name: t('Money'),
      lines: [
        part('tax'),
        part('charge'),
        part('tips'),
        part('provider'),
        { to: termsPath(venueId), name: t('Commission and rent'), note: t('What each stall pays the hall') },
      ],
    },
    {
      id: 'people',
      name: t('Running the hall'),
      lines: [
        { to: operatorsPath(venueId), name: t('Operators'), note: t('Who runs the hall, and their second factor') },
        { to: watchPath(venueId), name: t('Watch'), note: t('Orders that no one has seen, and silent stalls') },
      ],
    },
    { id: 'site', name: t('The site'), lines: siteLines(venueId, settings) },
  ];
}

function siteLines(venueId: string, { is_open, is_site_operator }: HallSettings): Line[] {
  const page = (id: 'live' | 'demo' | 'backup' | 'server', note: string): Line => ({
    to: settingPath(venueId, id),
    name: pageName(id),
    note,
  });
  return [
    page('live', is_open ? t('Open for guests') : t('Closed for guests')),
    ...(is_site_operator
      ? [
          page('demo', t('Halls and accounts of the demo, and their removal')),
          page('backup', t('The database and the pictures in one file')),
        ]
      : []),
    page('server', t('What is set there, and where to read how')),
  ];
}

function Row({ line: { to, name, note } }: { line: Line }) {
  return (
    <li className={styles.row}>
      <Link to={to} className={styles.place}>
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span className={styles.note}>
            <bdi>{note}</bdi>
          </span>
        </span>
        <Icon of={ChevronRight} isDirectional />
      </Link>
    </li>
  );
}
