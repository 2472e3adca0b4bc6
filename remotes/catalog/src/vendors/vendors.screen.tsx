import { CirclePause } from 'lucide-react';
import type { ReactNode } from 'react';
import { useShell, useTitle } from 'shared-contracts/events';
import { useServerNow } from 'shared-contracts/query';
import { Navigate, useParams } from 'shared-contracts/router';
import { destinationAt } from 'shared-contracts/rules/destination';
import { matcher } from 'shared-contracts/rules/search';
import type { VendorSummary, Venue } from 'shared-contracts/types';
import { Badge, InLanguage, Page } from 'shared-contracts/ui';
import { CardGrid, CardGridSkeleton } from '../cards/card-grid';
import { CoverCard } from '../cards/cover-card';
import { isMissing, useVendors, useVenue } from '../catalog.resource';
import { catalogPaths, readId, useCatalogPaths } from '../catalog-paths';
import { closedLabel, nextChange, openingText } from '../opening.rules';
import { PageFacts } from '../page-facts/page-facts';
import { NoRecords } from '../search/no-records';
import { useResultsInSight, useSearchCount, useSearchText } from '../search/use-search';
import { LoadFailed } from '../states/load-failed';
import { MayBeOld } from '../states/may-be-old';
import { UnknownVenue } from '../states/not-here';
import { useDestination } from '../use-destination';
import { useFreshStock } from '../use-fresh-stock';
import { t } from '../words';
import { ReadyIn, useIsFresh } from './ready-in';
import { VendorsHead } from './vendors-head';

/** Lists the vendors of a venue. The address of a table's sticker also names the visitor's table. */
export function Screen() {
  const { venueId: text, location } = useParams();
  const venueId = readId(text);
  useDestination(venueId, location);

  if (!text) return <Navigate to="/venues" replace />;
  if (venueId === undefined) return <UnknownVenue />;
  return <VenueVendors venueId={venueId} place={location?.trim()} />;
}

/** @param place the table of the address. The shell knows it only after the first render, and the list would then move down. */
function VenueVendors({ venueId, place }: { venueId: number; place: string | undefined }) {
  const venue = useVenue(venueId);
  const vendors = useVendors(venueId);
  const known = useShell((state) => destinationAt(state, venueId));
  // A known destination may be of a later scan than this address. Until one is known, the address names it.
  const destination = known || place;
  useTitle(venue.data?.name);
  useFreshStock({ changesAt: nextChange(vendors.data) });

  if (isMissing(venue.error) || isMissing(vendors.error)) return <UnknownVenue />;
  return (
    <Page>
      {venue.data && (
        <PageFacts
          title={venue.data.name}
          description={`${venue.data.name}: ${venue.data.blurb}`}
          path={catalogPaths('/venues').vendors(venueId)}
        />
      )}
      <VendorsHead
        venue={<InLanguage of={venue.data?.language}>{venue.data?.name}</InLanguage>}
        destination={destination}
      />
      <MayBeOld of={[venue, vendors]} />
      <VendorList venueId={venueId} venue={venue.data} />
    </Page>
  );
}

/** @param venue undefined until it is known */
function VendorList({ venueId, venue }: { venueId: number; venue: Venue | undefined }) {
  const vendors = useVendors(venueId);
  const isFresh = useIsFresh(vendors.dataUpdatedAt);
  const paths = useCatalogPaths();
  const now = useServerNow();
  const search = useSearchText();
  const results = useResultsInSight<HTMLUListElement>(search);
  const matches = matcher(search);
  const found = vendors.data?.filter(({ name, blurb }) => matches(name, blurb));
  useSearchCount(found && search !== '' ? found.length : null);

  if (vendors.isPending) return <CardGridSkeleton kind="vendor" label={t('Loading vendors…')} />;
  if (!found) {
    return <LoadFailed error={vendors.error} isRetrying={vendors.isFetching} onRetry={vendors.refetch} />;
  }
  if (found.length === 0) {
    const text = venue && t('{venue} has no stalls to order from yet.', { venue: venue.name });
    return <NoRecords search={search} text={text} way={{ to: '/venues', label: t('See all venues') }} />;
  }
  return (
    <CardGrid ref={results}>
      {found.map((vendor, index) => (
        <CoverCard
          key={vendor.id}
          kind="vendor"
          to={paths.vendor(venueId, vendor.id)}
          name={<InLanguage of={vendor.language}>{vendor.name}</InLanguage>}
          blurb={<InLanguage of={vendor.language}>{vendor.blurb}</InLanguage>}
          picture={vendor.image_url}
          eager={index === 0}
          wait={isFresh && vendor.waiting_minutes && <ReadyIn minutes={vendor.waiting_minutes} />}
          note={openingNote(vendor, venue?.timezone, now)}
        />
      ))}
    </CardGrid>
  );
}

function openingNote(vendor: VendorSummary, timeZone: string | undefined, now: number): ReactNode {
  const text = openingText(vendor, timeZone, now);
  if (!vendor.accepting_orders) return <Badge icon={CirclePause}>{text ?? closedLabel()}</Badge>;
  return text && <Badge>{text}</Badge>;
}
