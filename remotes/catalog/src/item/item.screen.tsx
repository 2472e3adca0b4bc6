import { useState } from 'react';
import { useTitle } from 'shared-contracts/events';
import { useParams } from 'shared-contracts/router';
import { QuietHeading, StatePage } from 'shared-contracts/ui';
import { isMissing, useItem, useVendor, useVendors, useVenue } from '../catalog.resource';
import { catalogPaths, readId, useCatalogPaths } from '../catalog-paths';
import { nextChange } from '../opening.rules';
import { PageFacts } from '../page-facts/page-facts';
import { LoadFailed } from '../states/load-failed';
import { MayBeOld } from '../states/may-be-old';
import { UnknownItem, UnknownVendor, UnknownVenue } from '../states/not-here';
import { DELIVERY_FIELDS, useDeliveryOfAddress } from '../use-delivery';
import { useDestinationOfLink } from '../use-destination';
import { useFreshStock } from '../use-fresh-stock';
import { t } from '../words';
import { ItemForm } from './item-form';
import { ItemSkeleton } from './item-skeleton';

/** Shows one item with its choices and its total, and adds it to the cart. */
export function Screen() {
  const params = useParams();
  const venueId = readId(params.venueId);
  const vendorId = readId(params.vendorId);
  const itemId = readId(params.itemId);
  const paths = useCatalogPaths();
  useDeliveryOfAddress(vendorId);
  useDestinationOfLink(venueId, DELIVERY_FIELDS);

  if (venueId === undefined) return <UnknownVenue />;
  if (vendorId === undefined) return <UnknownVendor vendors={paths.vendors(venueId)} />;
  if (itemId === undefined) return <UnknownItem menu={paths.vendor(venueId, vendorId)} />;
  return <OneItem key={itemId} venueId={venueId} vendorId={vendorId} itemId={itemId} />;
}

interface OneItemProps {
  venueId: number;
  vendorId: number;
  itemId: number;
}

function OneItem({ venueId, vendorId, itemId }: OneItemProps) {
  const item = useItem(itemId, vendorId);
  const venue = useVenue(venueId);
  const vendors = useVendors(venueId);
  const vendor = vendors.data?.find(({ id }) => id === vendorId);
  const paths = useCatalogPaths();
  useTitle(item.data?.name);
  const isGone = useIsGone(item);
  // The API does not say when a sold-out item is back. Its menu says when the stall's first item is back, and the page links to it.
  const menu = useVendor(vendorId, isGone);
  useFreshStock({ vendorId, itemId, changesAt: nextChange([vendor, isGone ? menu.data : item.data]) });

  if (isMissing(venue.error)) return <UnknownVenue />;
  if (vendors.data && !vendor) return <UnknownVendor vendors={paths.vendors(venueId)} />;
  if (isGone || (item.data && item.data.vendor_id !== vendorId)) {
    return <UnknownItem menu={paths.vendor(venueId, vendorId)} />;
  }
  if (item.data && venue.data && vendor) {
    const note = <MayBeOld of={[item, venue, vendors]} />;
    return (
      <>
        <PageFacts
          title={`${item.data.name} · ${vendor.name}`}
          description={t('{item} of {stall}: {description}', {
            item: item.data.name,
            stall: vendor.name,
            description: item.data.description,
          })}
          path={catalogPaths('/venues').item(venueId, vendorId, itemId)}
        />
        <ItemForm item={item.data} venue={venue.data} vendor={vendor} note={note} />
      </>
    );
  }
  if (item.isPending || venue.isPending || vendors.isPending) {
    return (
      <>
        <QuietHeading>{t('Item')}</QuietHeading>
        <ItemSkeleton />
      </>
    );
  }

  const failed = [item, venue, vendors].filter(({ data }) => data === undefined);
  return (
    <StatePage heading={t('Item')}>
      <LoadFailed
        error={failed.find(({ error }) => error)?.error}
        isRetrying={failed.some(({ isFetching }) => isFetching)}
        onRetry={() => {
          for (const query of failed) void query.refetch();
        }}
      />
    </StatePage>
  );
}

/** Tells whether the API has no such item. It stays true during a further request, so that the message stays on the screen. */
function useIsGone({ error, isPending }: ReturnType<typeof useItem>): boolean {
  const [wasGone, setWasGone] = useState(false);
  const isGone = isPending ? wasGone : isMissing(error);
  if (isGone !== wasGone) setWasGone(isGone);
  return isGone;
}
