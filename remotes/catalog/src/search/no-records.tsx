import { Button, EmptyState } from 'shared-contracts/ui';
import { clearSearch } from './use-search';

export interface NoRecordsProps {
  /** The search text. Empty when there is nothing at all. */
  search: string;
  /** Why the list is empty. */
  text?: string | undefined;
  /** Where to go from an empty list; left out, there is nowhere else. */
  way?: { to: string; label: string };
}

/** A list with nothing in it, and the way on; from a search that found nothing, the way back. */
export function NoRecords({ search, text, way }: NoRecordsProps) {
  if (search === '') {
    return (
      <EmptyState
        title="No records found."
        text={text}
        action={
          way && (
            <Button variant="primary" to={way.to}>
              {way.label}
            </Button>
          )
        }
      />
    );
  }
  return (
    <EmptyState
      title="No records found."
      text={`Nothing here matches “${search}”.`}
      action={<Button onClick={clearSearch}>Clear search</Button>}
    />
  );
}
