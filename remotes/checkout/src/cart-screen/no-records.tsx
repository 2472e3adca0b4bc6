import { Button, EmptyState } from 'shared-contracts/ui';

/** Shown if the address names a cart or venue that does not exist. */
export function NoRecords() {
  return (
    <EmptyState
      title="No records found."
      action={
        <Button variant="primary" to="/venues">
          See all venues
        </Button>
      }
    />
  );
}
