import { LinkText } from 'shared-contracts/ui';
import { officeOfStallPath } from './office-paths';
import { useIsMember, useVendor } from './stock.resource';
import { t } from './words';

/**
 * Leads an operator from a stall's page to the stall in the office. A person who may open the page without a role in the stall is an
 * operator of its hall. It arrives late, so it is the last line of its page.
 */
export function OfficeWay({ vendorId }: { vendorId: string }) {
  return useIsMember(vendorId) ? null : <OperatorsWay vendorId={vendorId} />;
}

function OperatorsWay({ vendorId }: { vendorId: string }) {
  const vendor = useVendor(vendorId);
  if (!vendor.data) return null;
  return (
    <p>
      <LinkText to={officeOfStallPath(vendor.data.venue_id, vendorId)}>{t('Stall in the office')}</LinkText>
    </p>
  );
}
