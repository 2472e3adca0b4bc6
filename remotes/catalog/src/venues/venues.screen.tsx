import { matcher } from 'shared-contracts/rules/search';
import { Page } from 'shared-contracts/ui';
import { useVenues } from '../catalog.resource';
import { useCatalogPaths } from '../catalog-paths';
import { LoadFailed } from '../place/load-failed';
import { MayBeOld } from '../place/may-be-old';
import { PlaceCard } from '../place/place-card';
import { EAGER_PICTURES, PlaceGrid, PlaceGridSkeleton } from '../place/place-grid';
import { NoRecords } from '../search/no-records';
import { useResultsInSight, useSearchCount, useSearchText } from '../search/use-search';
import { Hero } from './hero';

/** Every venue. That none is active while it is shown is the shell's doing. */
export function Screen() {
  return (
    <Page>
      <Hero />
      <VenueList />
    </Page>
  );
}

function VenueList() {
  const venues = useVenues();
  const paths = useCatalogPaths();
  const search = useSearchText();
  const results = useResultsInSight<HTMLUListElement>(search);
  const matches = matcher(search);
  const found = venues.data?.filter(({ name, blurb }) => matches(name, blurb));
  useSearchCount(found && search !== '' ? found.length : null);

  if (venues.isPending) return <PlaceGridSkeleton kind="venue" label="Loading venues…" />;
  if (!found) {
    return <LoadFailed isRetrying={venues.isFetching} onRetry={venues.refetch} />;
  }
  if (found.length === 0) return <NoRecords search={search} />;
  return (
    <>
      <MayBeOld of={[venues]} />
      <PlaceGrid ref={results}>
        {found.map((venue, index) => (
          <PlaceCard
            key={venue.id}
            kind="venue"
            to={paths.vendors(venue.id)}
            name={venue.name}
            blurb={venue.blurb}
            picture={venue.image_url}
            eager={index < EAGER_PICTURES}
          />
        ))}
      </PlaceGrid>
    </>
  );
}
