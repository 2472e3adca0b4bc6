import { memo, type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTitle } from 'shared-contracts/events';
import { useServerNow } from 'shared-contracts/query';
import { useParams } from 'shared-contracts/router';
import type { Vendor, Venue } from 'shared-contracts/types';
import { Alert, Page, QuietHeading, StatePage } from 'shared-contracts/ui';
import { isMissing, useVendor, useVenue } from '../catalog.resource';
import { catalogPaths, readId, useCatalogPaths } from '../catalog-paths';
import { closedText, nextChange } from '../opening.rules';
import { PageFacts } from '../page-facts/page-facts';
import { NoRecords } from '../search/no-records';
import { useSearchCount, useSearchPlaceholder, useSearchText } from '../search/use-search';
import { LoadFailed } from '../states/load-failed';
import { MayBeOld } from '../states/may-be-old';
import { UnknownVendor, UnknownVenue } from '../states/not-here';
import { useDeliveryOfAddress } from '../use-delivery';
import { useDestinationOfLink } from '../use-destination';
import { useFreshStock } from '../use-fresh-stock';
import { t } from '../words';
import { FoundMenus } from './found-menus';
import styles from './menu.module.css';
import { countItems, findItems, type KeepItems, listMenus } from './menu.rules';
import { MenuList } from './menu-list';
import { MenuSkeleton } from './menu-skeleton';
import { VendorHead } from './vendor-head';

/** Shows the menus of a vendor. */
export function Screen() {
  const { venueId: venueText, vendorId: vendorText } = useParams();
  const venueId = readId(venueText);
  const vendorId = readId(vendorText);
  const paths = useCatalogPaths();
  useDestinationOfLink(venueId);

  if (venueId === undefined) return <UnknownVenue />;
  if (vendorId === undefined) return <UnknownVendor vendors={paths.vendors(venueId)} />;
  return <VendorMenu venueId={venueId} vendorId={vendorId} />;
}

function VendorMenu({ venueId, vendorId }: { venueId: number; vendorId: number }) {
  const venue = useVenue(venueId);
  const vendor = useVendor(vendorId);
  const paths = useCatalogPaths();
  useTitle(vendor.data?.name);
  useDeliveryOfAddress(vendorId);
  useFreshStock({ vendorId, changesAt: nextChange([vendor.data]) });
  // A menu takes long to render on a slow phone, so the values are deferred and React renders it in slices.
  const shown = { vendor: useDeferredValue(vendor.data), venue: useDeferredValue(venue.data) };

  if (isMissing(venue.error)) return <UnknownVenue />;
  if (isMissing(vendor.error) || (vendor.data && vendor.data.venue_id !== venueId)) {
    return <UnknownVendor vendors={paths.vendors(venueId)} />;
  }
  if (shown.vendor && shown.venue) {
    return <Menus vendor={shown.vendor} venue={shown.venue} note={<MayBeOld of={[vendor, venue]} />} />;
  }
  if ((vendor.data || vendor.isPending) && (venue.data || venue.isPending)) {
    return (
      <>
        <QuietHeading>{t('Menu')}</QuietHeading>
        <MenuSkeleton />
      </>
    );
  }

  const failed = vendor.data ? venue : vendor;
  return (
    <StatePage heading={t('Menu')}>
      <LoadFailed error={failed.error} isRetrying={failed.isFetching} onRetry={failed.refetch} />
    </StatePage>
  );
}

function Menus({ vendor, venue, note }: { vendor: Vendor; venue: Venue; note: ReactNode }) {
  const search = useSearchText();
  // The lists stay the same objects while a key is handled.
  const all = useMemo(() => listMenus(vendor.menus.data), [vendor.menus.data]);
  const [keep, setKeep] = useState<KeepItems | null>(null);
  const onKeep = useCallback((next: KeepItems | null) => setKeep(() => next), []);
  const menus = useMemo(() => keep?.(all) ?? all, [all, keep]);
  const DietFilter = useDietFilter(vendor.has_diet_facts);
  const found = useMemo(() => (search === '' ? undefined : findItems(menus, search)), [menus, search]);
  useSearchCount(found ? countItems(found) : null);
  useSearchPlaceholder(t('Search {vendor}', { vendor: vendor.name }));
  const paths = useCatalogPaths();
  const now = useServerNow();
  const shared = { language: vendor.language, vendorId: vendor.id, venue };

  return (
    <>
      <MenuFacts vendor={vendor} venue={venue} />
      <VendorHead vendor={vendor} timeZone={venue.timezone} />
      {note}
      {!vendor.accepting_orders && (
        <Page className={styles.closed}>
          <Alert tone="info">
            {[
              closedText(vendor, venue.timezone, now),
              menus.length > 0 && t('You can look around, and order when it opens again.'),
            ]
              .filter(Boolean)
              .join(' ')}
          </Alert>
        </Page>
      )}
      {vendor.has_diet_facts && (
        <Page className={styles.diet}>{DietFilter && <DietFilter menus={all} onKeep={onKeep} />}</Page>
      )}
      {(found ?? all).length === 0 && (
        <Page className={styles.none}>
          <NoRecords search={search} way={{ to: paths.vendors(venue.id), label: t('See all vendors') }} />
        </Page>
      )}
      {menus.length > 0 && <MenuList {...shared} menus={menus} hidden={found !== undefined} />}
      {found && found.length > 0 && <FoundMenus {...shared} menus={found} search={search} />}
    </>
  );
}

/** Loads the filter beside the menu, which is complete without it. */
function useDietFilter(isWanted: boolean | undefined) {
  const [module, setModule] = useState<typeof import('./diet-filter')>();
  useEffect(() => {
    if (isWanted) import('./diet-filter').then(setModule, console.error);
  }, [isWanted]);
  return module?.DietFilter;
}

/** Describes the menu for search engines. It renders again only for other data, since a large menu has a thousand items. */
const MenuFacts = memo(function MenuFacts({ vendor, venue }: { vendor: Vendor; venue: Venue }) {
  const path = catalogPaths('/venues').vendor(venue.id, vendor.id);
  return (
    <PageFacts title={`${vendor.name} · ${venue.name}`} description={`${vendor.name}: ${vendor.blurb}`} path={path} />
  );
});
