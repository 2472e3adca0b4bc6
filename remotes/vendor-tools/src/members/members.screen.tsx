import { useParams } from 'shared-contracts/router';
import { EmptyState, StatePage } from 'shared-contracts/ui';
import { NotYours } from '../not-yours';
import { useIsMember } from '../stock.resource';
import { useIsOwner, vendorPlace } from './members.resource';
import { People } from './people';

/** Who works for the vendor. Its owners invite and remove people here. */
export function Screen() {
  const { vendorId = '' } = useParams();
  const isMember = useIsMember(vendorId);
  const isOwner = useIsOwner(vendorId);
  if (!isMember) return <NotYours />;
  if (!isOwner) return <NotOwner />;
  return <People place={vendorPlace(vendorId)} heading="People" refused={<NotOwner />} />;
}

function NotOwner() {
  return (
    <StatePage heading="People">
      <EmptyState
        title="Only an owner of this vendor sees its people."
        text="Ask an owner if something has to change."
      />
    </StatePage>
  );
}
