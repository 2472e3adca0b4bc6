import { matcher } from 'shared-contracts/rules/search';
import { site } from 'shared-contracts/site';
import { InLanguage, Page } from 'shared-contracts/ui';
import { CardGrid, CardGridSkeleton } from '../cards/card-grid';
import { CoverCard } from '../cards/cover-card';
import { useVenues } from '../catalog.resource';
import { useCatalogPaths } from '../catalog-paths';
import { PageFacts } from '../page-facts/page-facts';
import { NoRecords } from '../search/no-records';
import { useResultsInSight, useSearchCount, useSearchText } from '../search/use-search';
import { LoadFailed } from '../states/load-failed';
import { MayBeOld } from '../states/may-be-old';
import { t } from '../words';
import { Hero } from './hero';

/** Lists every venue. The shell makes sure that no venue is active while it is shown. */
export function Screen() {
  return (
    <Page>
      <PageFacts
        title={t('Venues')}
        description={t('Order from every stall with {brand}. Pay once. Skip the line.', { brand: site().brand })}
        path="/venues"
      />
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

  if (venues.isPending) return <CardGridSkeleton kind="venue" label={t('Loading venues…')} />;
  if (!found) {
    return <LoadFailed error={venues.error} isRetrying={venues.isFetching} onRetry={venues.refetch} />;
  }
  if (found.length === 0) return <NoRecords search={search} />;
  return (
    <>
      <MayBeOld of={[venues]} />
      <CardGrid ref={results}>
        {found.map((venue, index) => (
          <CoverCard
            key={venue.id}
            kind="venue"
            to={paths.vendors(venue.id)}
            name={<InLanguage of={venue.language}>{venue.name}</InLanguage>}
            blurb={<InLanguage of={venue.language}>{venue.blurb}</InLanguage>}
            picture={venue.image_url}
            eager={index === 0}
          />
        ))}
      </CardGrid>
    </>
  );
}
