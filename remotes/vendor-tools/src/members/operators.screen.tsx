import { useParams } from 'shared-contracts/router';
import { isRefusal } from '../failures';
import { NotOperator } from '../not-operator';
import { OfficeNav } from '../office-nav';
import { useVenue } from '../stock.resource';
import { t } from '../words';
import { HallProofs } from './hall-proofs';
import { useMembers, venuePlace } from './members.resource';
import { People } from './people';

/** Lists who runs the hall. The API says whether the user does, since a session lists only vendors. */
export function Screen() {
  const { venueId = '' } = useParams();
  const venue = useVenue(venueId);
  const place = venuePlace(venueId);
  const { error } = useMembers(place);
  return (
    <>
      <OfficeNav venueId={venueId} section="people" isRefused={error !== null && isRefusal(error)} />
      <People
        place={place}
        heading={t('Operators')}
        text={
          venue.data
            ? t('Operators run the whole hall, {name}: its stalls, people and money.', { name: venue.data.name })
            : t('Operators run the whole hall: its stalls, people and money.')
        }
        refused={<NotOperator page={t('Operators')} title={t('Only an operator of this hall sees its operators.')} />}
      >
        <HallProofs venueId={venueId} currency={venue.data?.currency} />
      </People>
    </>
  );
}
