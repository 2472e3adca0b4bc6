import { useParams } from 'shared-contracts/router';
import { NotOperator } from '../not-operator';
import { useVenue } from '../stock.resource';
import { t } from '../words';
import { HallProofs } from './hall-proofs';
import { venuePlace } from './members.resource';
import { People } from './people';

/** Lists who runs the venue. The API says whether the user does, since a session lists only vendors. */
export function Screen() {
  const { venueId = '' } = useParams();
  const venue = useVenue(venueId);
  return (
    <People
      place={venuePlace(venueId)}
      heading={t('Operators')}
      text={
        venue.data
          ? t('Operators run the whole venue, {name}: its vendors, people and money.', { name: venue.data.name })
          : t('Operators run the whole venue: its vendors, people and money.')
      }
      refused={<NotOperator page={t('Operators')} title={t('Only an operator of this venue sees its operators.')} />}
    >
      <HallProofs venueId={venueId} symbol={venue.data?.currency_symbol} />
    </People>
  );
}
