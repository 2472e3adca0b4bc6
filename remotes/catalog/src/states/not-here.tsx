import { Button, EmptyState, StatePage } from 'shared-contracts/ui';
import { t } from '../words';

export interface NotHereProps {
  /** Names what is missing: 'We could not find this venue.' */
  title: string;
  text: string;
  /** The address of another page. */
  to: string;
  way: string;
}

/** Shows that the venue, vendor or item of the address does not exist, or not any more. */
export function NotHere({ title, text, to, way }: NotHereProps) {
  return (
    <StatePage heading={t('Nothing here')}>
      <EmptyState
        title={title}
        text={text}
        action={
          <Button variant="primary" to={to}>
            {way}
          </Button>
        }
      />
    </StatePage>
  );
}

export function UnknownVenue() {
  return (
    <NotHere
      title={t('We could not find this venue.')}
      text={t('The address may be mistyped, or the venue has closed.')}
      to="/venues"
      way={t('See all venues')}
    />
  );
}

/** Shows that the vendor is unknown, or is in another venue than the address says. */
export function UnknownVendor({ vendors }: { vendors: string }) {
  return (
    <NotHere
      title={t('We could not find this vendor.')}
      text={t('It may have left this venue. The others are still here.')}
      to={vendors}
      way={t('See all vendors')}
    />
  );
}

export function UnknownItem({ menu }: { menu: string }) {
  return (
    <NotHere
      title={t('This is not on the menu any more.')}
      text={t('It may be sold out for now. There is more to choose from.')}
      to={menu}
      way={t('See the menu')}
    />
  );
}
