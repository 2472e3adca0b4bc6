import { Button, EmptyState } from 'shared-contracts/ui';
import { clearSearch } from './use-search';

export interface NoRecordsProps {
  /** What was searched for; empty when there is nothing at all. */
  search: string;
}

/** A list with nothing in it, and the way back from a search that found nothing. */
export function NoRecords({ search }: NoRecordsProps) {
  if (search === '') return <EmptyState title="No records found." />;
  return (
    <EmptyState
      title="No records found."
      text={`Nothing here matches “${search}”.`}
      action={<Button onClick={clearSearch}>Clear search</Button>}
    />
  );
}
