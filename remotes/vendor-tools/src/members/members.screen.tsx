import { useParams } from 'shared-contracts/router';
import { EmptyState, StatePage } from 'shared-contracts/ui';
import { NotYours } from '../not-yours';
import { OfficeWay } from '../office-way';
import { useIsMember } from '../stock.resource';
import { t } from '../words';
import { useMayOwn, vendorPlace } from './members.resource';
import { People } from './people';

/** Lists who works for the vendor. Its owners and the operators of its venue invite and remove people here. */
export function Screen() {
  const { vendorId = '' } = useParams();
  const isMember = useIsMember(vendorId);
  const mayOwn = useMayOwn(vendorId);
  const refused = isMember ? <NotOwner /> : <NotYours page={t('People')} />;
  if (!mayOwn) return refused;
  // A session does not list the venues that the user runs, so the API decides who may open another vendor's page.
  return (
    <People place={vendorPlace(vendorId)} heading={t('People')} refused={refused}>
      <OfficeWay vendorId={vendorId} />
    </People>
  );
}

function NotOwner() {
  return (
    <StatePage heading={t('People')}>
      <EmptyState
        title={t('Only an owner of this vendor sees its people.')}
        text={t('Ask an owner if something has to change.')}
      />
    </StatePage>
  );
}
