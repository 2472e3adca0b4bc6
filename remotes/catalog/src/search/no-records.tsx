import { Button, EmptyState } from 'shared-contracts/ui';
import { t } from '../words';
import { clearSearch } from './use-search';

export interface NoRecordsProps {
  /** The search text; empty if there is nothing at all. */
  search: string;
  /** The reason why the list is empty. */
  text?: string | undefined;
  /** The link from an empty list. Without it there is no other page to go to. */
  way?: { to: string; label: string };
}

/** Shows an empty list with a link to another page, or with a button that clears a search that found nothing. */
export function NoRecords({ search, text, way }: NoRecordsProps) {
  if (search === '') {
    return (
      <EmptyState
        title={t('No records found.')}
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
      title={t('No records found.')}
      text={t('Nothing here matches “{search}”.', { search })}
      action={<Button onClick={clearSearch}>{t('Clear search')}</Button>}
    />
  );
}
