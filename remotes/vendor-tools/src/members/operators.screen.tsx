import { useParams } from 'shared-contracts/router';
import { Button, EmptyState, StatePage } from 'shared-contracts/ui';
import { useVenue } from '../stock.resource';
import { venuePlace } from './members.resource';
import { People } from './people';

const HEADING = 'Operators';

/** Lists who runs the venue. The API says whether the user does, since a session lists only vendors. */
export function Screen() {
  const { venueId = '' } = useParams();
  const venue = useVenue(venueId);
  return (
    <People
      place={venuePlace(venueId)}
      heading={HEADING}
      text={`Operators run the whole venue${venue.data ? `, ${venue.data.name}` : ''}: its vendors, people and money.`}
      refused={<NotOperator />}
    />
  );
}

function NotOperator() {
  return (
    <StatePage heading={HEADING}>
      <EmptyState
        title="Only an operator of this venue sees its operators."
        text="Ask one of them to invite you."
        action={
          <Button variant="primary" to="/profile">
            My Account
          </Button>
        }
      />
    </StatePage>
  );
}
