import { useSearchParams } from 'shared-contracts/router';
import { type FilterId, isFilter } from './audit-words';

/** The filter of the audit log is in the address, so that it can be shared and gone back to. */
export function useFilter(): [FilterId, (filter: FilterId) => void] {
  const [params, setParams] = useSearchParams();
  const kind = params.get('kind');
  return [isFilter(kind) ? kind : 'all', (filter) => setParams(filter === 'all' ? {} : { kind: filter })];
}
