import { Navigate, useParams } from 'shared-contracts/router';
import type { HallStall, HallStalls } from 'shared-contracts/types';
import { EmptyState, LinkText } from 'shared-contracts/ui';
import { Office } from '../office/office';
import { stallsPath } from '../office/paths';
import { t } from '../words';
import { EditStall } from './edit-stall';
import { NewStallForm } from './new-stall-form';
import { useStalls } from './stalls.resource';

/** Edits one stall of a hall, or creates one. */
export function Screen() {
  const { venueId = '', vendorId = '' } = useParams();
  const stalls = useStalls(venueId);
  const stall = stalls.data?.data.find(({ id }) => String(id) === vendorId);
  const isNew = vendorId === 'new';
  const heading = isNew ? t('New stall') : (stall?.name ?? t('Stall'));
  return (
    <Office section="stalls" heading={heading} isName={!isNew && stall !== undefined} read={stalls}>
      {(data) => <Stall venueId={venueId} vendorId={vendorId} stall={stall} stalls={data} />}
    </Office>
  );
}

interface StallProps {
  venueId: string;
  vendorId: string;
  stall: HallStall | undefined;
  stalls: HallStalls;
}

function Stall({ venueId, vendorId, stall, stalls }: StallProps) {
  if (vendorId === 'new') return <NewStallForm venueId={venueId} stalls={stalls} />;
  if (stall) return <EditStall key={stall.id} venueId={venueId} stall={stall} stalls={stalls} />;
  if (!/^\d+$/.test(vendorId)) return <Navigate to={stallsPath(venueId)} replace />;
  return (
    <EmptyState
      title={t('This stall is not on the list of the hall.')}
      text={t('It may have been archived meanwhile.')}
      action={<LinkText to={stallsPath(venueId)}>{t('All stalls')}</LinkText>}
    />
  );
}
