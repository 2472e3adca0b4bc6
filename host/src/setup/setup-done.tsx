import { useEffect } from 'react';
import { site } from 'shared-contracts/site';
import { Button } from 'shared-contracts/ui';
import { officePath, operatorsPath, vendorsPath } from '../routes/paths';
import { SignInCard } from '../sign-in/sign-in-card';
import { t } from '../words';
import type { SetUp } from './setup';
import styles from './setup.module.css';

/** Shows the operator of the new, empty hall the next steps. */
export function SetupDone({ venue, missing_settings }: SetUp) {
  // The address stays the same, and the end of the form was on the screen.
  useEffect(() => window.scrollTo({ top: 0, behavior: 'instant' }), []);
  return (
    <SignInCard
      title={t('{name} is open', { name: venue.name })}
      text={t('You are signed in to {brand} as its operator.', { brand: site().brand })}
    >
      <div className={styles.done}>
        {missing_settings.length > 0 && (
          <section>
            <h2>{t('First: the keys of your provider')}</h2>
            <p>
              {t(
                'The server does not have these settings yet. Set them and start it again; it does not start without them.',
              )}
            </p>
            <Commands lines={missing_settings} />
          </section>
        )}
        <section>
          <h2>{t('Add the first stall')}</h2>
          <p>{t('The office of the hall leads you from the first stall to a test order and the first guests.')}</p>
          <Button variant="primary" size="tall" wide href={officePath(venue.id)}>
            {t('Set up the hall')}
          </Button>
        </section>
        <section>
          <h2>{t('Do not be the only one')}</h2>
          <p>{t('A second operator can help where you cannot sign in.')}</p>
          <Button wide href={operatorsPath(venue.id)}>
            {t('Invite a second operator')}
          </Button>
        </section>
        <section>
          <h2>{t('Everything else')}</h2>
          <p>{t('This lists the other commands:')}</p>
          <Commands lines={['npm run foodhall -- --help']} />
        </section>
        <Button size="tall" wide href={vendorsPath(venue.id)}>
          {t('See the hall')}
        </Button>
      </div>
    </SignInCard>
  );
}

function Commands({ lines }: { lines: readonly string[] }) {
  return (
    <pre className={styles.commands} dir="ltr" translate="no">
      <code>{lines.join('\n')}</code>
    </pre>
  );
}
