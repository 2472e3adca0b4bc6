import { site } from 'shared-contracts/site';
import { Page } from 'shared-contracts/ui';
import styles from './accessibility.module.css';

/** How this site can be used by people with disabilities: /accessibility. Shops in the European Union have to say so. */
export function AccessibilityScreen() {
  const { brand } = site();
  return (
    <Page width="account" className={styles.statement}>
      <h1>Accessibility</h1>
      <p>
        {brand} should work for everyone, whatever device, senses or way of typing they use. Our goal is the level AA of
        the Web Content Accessibility Guidelines (WCAG) 2.2. We meet most of it; what we know to be missing is below.
      </p>
      <h2>What was tested</h2>
      <ul>
        <li>
          Each screen, in each of its states, is checked with the tool axe before a new version goes live: on a phone
          and on a wide screen, in light and in dark.
        </li>
        <li>
          Ordering, paying and working a queue are tested with a keyboard alone, and by the names that screen readers
          say.
        </li>
        <li>The colours of text have the contrast of level AA in both themes.</li>
        <li>
          What changes by itself, such as an order that is ready, is announced, and motion follows the setting of your
          device.
        </li>
      </ul>
      <p>We tested it ourselves. No independent party has audited the site.</p>
      <h2>Known limits</h2>
      <ul>
        <li>Fields for cards, and pages of a bank, belong to payment providers, and we cannot change them.</li>
        <li>
          Stalls write the descriptions of their photographs. Where they wrote none, the name of the dish stands alone.
        </li>
        <li>
          The printed receipt and the codes on tables are for the eye. Each order is also on the screen, and you can
          choose your table there.
        </li>
        <li>The pages on which releases of this site are managed have not been checked as thoroughly.</li>
      </ul>
      <h2>Tell us</h2>
      <p>If something does not work for you, or you need help to order, tell us. We answer, and say what we will do.</p>
      <Contacts />
      <p>If our answer does not help, you can turn to the authority for accessibility of your country.</p>
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
            Get support
          </a>
        </li>
      )}
      {phone && (
        <li>
          Phone: <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
        </li>
      )}
      {website && (
        <li>
          Website:{' '}
          <a href={website} target="_blank" rel="noopener noreferrer">
            {website.replace(/^https?:\/\/|\/$/g, '')}
          </a>
        </li>
      )}
    </ul>
  );
}
