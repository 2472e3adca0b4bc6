import { CirclePause, MapPin } from 'lucide-react';
import { useEffect } from 'react';
import { publish, useShell, useTitle } from 'shared-contracts/events';
import { Navigate, useParams } from 'shared-contracts/router';
import { matcher } from 'shared-contracts/rules/search';
import { Badge, Page } from 'shared-contracts/ui';
import { CardGrid, CardGridSkeleton, EAGER_PICTURES } from '../cards/card-grid';
import { CoverCard } from '../cards/cover-card';
import { isMissing, useVendors, useVenue } from '../catalog.resource';
import { readId, useCatalogPaths } from '../catalog-paths';
import { NoRecords } from '../search/no-records';
import { useResultsInSight, useSearchCount, useSearchText } from '../search/use-search';
import { LoadFailed } from '../states/load-failed';
import { MayBeOld } from '../states/may-be-old';
import { UnknownVenue } from '../states/not-here';
import { useFreshStock } from '../use-fresh-stock';
import styles from './vendors.module.css';

/** A venue's vendors. Reached through a table's sticker, the address also says where the visitor sits. */
export function Screen() {
  const { venueId: text, location } = useParams();
  const venueId = readId(text);
  useDestination(location);

  if (!text) return <Navigate to="/venues" replace />;
  if (venueId === undefined) return <UnknownVenue />;
  return <VenueVendors venueId={venueId} />;
}

function VenueVendors({ venueId }: { venueId: number }) {
  const venue = useVenue(venueId);
  const vendors = useVendors(venueId);
  const destination = useShell((state) => state.destination);
  useTitle(venue.data?.name);
  useFreshStock();

  if (isMissing(venue.error) || isMissing(vendors.error)) return <UnknownVenue />;
  return (
    <Page>
      <div className={styles.head}>
        <div>
          <h1>Vendors</h1>
          {/* The header says it only once one has scrolled. */}
          <p className={styles.venue}>{venue.data?.name}</p>
        </div>
        {destination && (
          <Badge className={styles.destination} icon={MapPin}>
            Your place: {destination}
          </Badge>
        )}
      </div>
      <MayBeOld of={[venue, vendors]} />
      <VendorList venueId={venueId} />
    </Page>
  );
}

function VendorList({ venueId }: { venueId: number }) {
  const vendors = useVendors(venueId);
  const paths = useCatalogPaths();
  const search = useSearchText();
  const results = useResultsInSight<HTMLUListElement>(search);
  const matches = matcher(search);
  const found = vendors.data?.filter(({ name, blurb }) => matches(name, blurb));
  useSearchCount(found && search !== '' ? found.length : null);

  if (vendors.isPending) return <CardGridSkeleton kind="vendor" label="Loading vendors…" />;
  if (!found) {
    return <LoadFailed isRetrying={vendors.isFetching} onRetry={vendors.refetch} />;
  }
  if (found.length === 0) return <NoRecords search={search} way={{ to: '/venues', label: 'See all venues' }} />;
  return (
    <CardGrid ref={results}>
      {found.map((vendor, index) => (
        <CoverCard
          key={vendor.id}
          kind="vendor"
          to={paths.vendor(venueId, vendor.id)}
          name={vendor.name}
          blurb={vendor.blurb}
          picture={vendor.image_url}
          eager={index < EAGER_PICTURES}
          note={!vendor.accepting_orders && <Badge icon={CirclePause}>Not taking orders right now</Badge>}
        />
      ))}
    </CardGrid>
  );
}

function useDestination(location: string | undefined): void {
  useEffect(() => {
    if (location?.trim()) publish('destination-set', { location: location.trim() }, 'catalog');
  }, [location]);
}
