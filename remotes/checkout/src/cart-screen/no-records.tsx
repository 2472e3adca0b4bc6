import { Button, EmptyState } from 'shared-contracts/ui';

/** The address names no cart and no venue that are there. */
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
