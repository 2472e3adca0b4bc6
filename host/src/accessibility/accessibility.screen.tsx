import { site } from 'shared-contracts/site';
import { Page } from 'shared-contracts/ui';
import { rich, t } from '../words';
import styles from './accessibility.module.css';

/** How this site can be used by people with disabilities: /accessibility. Shops in the European Union have to say so. */
export function AccessibilityScreen() {
  const { brand } = site();
  return (
    <Page width="account" className={styles.statement}>
      <h1>{t('Accessibility')}</h1>
      <p>
        {t(
          '{brand} should work for everyone, whatever device, senses or way of typing they use. Our goal is the level AA of the Web Content Accessibility Guidelines (WCAG) 2.2. We meet most of it; what we know to be missing is below.',
          { brand },
        )}
      </p>
      <h2>{t('What was tested')}</h2>
      <ul>
        <li>
          {t(
            'Each screen, in each of its states, is checked with the tool axe before a new version goes live: on a phone and on a wide screen, in light and in dark.',
          )}
        </li>
        <li>
          {t(
            'Ordering, paying and working a queue are tested with a keyboard alone, and by the names that screen readers say.',
          )}
        </li>
        <li>{t('The colours of text have the contrast of level AA in both themes.')}</li>
        <li>
          {t(
            'What changes by itself, such as an order that is ready, is announced, and motion follows the setting of your device.',
          )}
        </li>
      </ul>
      <p>{t('We tested it ourselves. No independent party has audited the site.')}</p>
      <h2>{t('Known limits')}</h2>
      <ul>
        <li>{t('Fields for cards, and pages of a bank, belong to payment providers, and we cannot change them.')}</li>
        <li>
          {t(
            'Stalls write the descriptions of their photographs. Where they wrote none, the name of the dish stands alone.',
          )}
        </li>
        <li>
          {t(
            'The printed receipt and the codes on tables are for the eye. Each order is also on the screen, and you can choose your table there.',
          )}
        </li>
        <li>{t('The pages on which releases of this site are managed have not been checked as thoroughly.')}</li>
      </ul>
      <h2>{t('Tell us')}</h2>
      <p>
        {t(
          'If something does not work for you, or you need help to order, tell us. We answer, and say what we will do.',
        )}
      </p>
      <Contacts />
      <p>{t('If our answer does not help, you can turn to the authority for accessibility of your country.')}</p>
    </Page>
  );
}

function Contacts() {
  const { phone, website, support_url } = site();
  return (
    <ul>
      {support_url && (
        <li>
          <a href={support_url} target="_blank" rel="noopener noreferrer">
            {t('Get support')}
          </a>
        </li>
      )}
      {phone && (
        <li>
          {rich('Phone: <link>{phone}</link>', {
            phone,
            link: (text) => (
              <a key="link" href={`tel:${phone.replace(/[^+\d]/g, '')}`} dir="ltr">
                {text}
              </a>
            ),
          })}
        </li>
      )}
      {website && (
        <li>
          {rich('Website: <link>{website}</link>', {
            website: website.replace(/^https?:\/\/|\/$/g, ''),
            link: (text) => (
              <a key="link" href={website} target="_blank" rel="noopener noreferrer" dir="ltr" translate="no">
                {text}
              </a>
            ),
          })}
        </li>
      )}
    </ul>
  );
}
