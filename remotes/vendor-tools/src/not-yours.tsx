import { Button, EmptyState, StatePage } from 'shared-contracts/ui';

/** A vendor, or an item, that the signed-in user does not look after. @param page its heading */
export function NotYours({ page }: { page: string }) {
  return (
    <StatePage heading={page}>
      <EmptyState
        title="This is not one of your vendors."
        text="Switch accounts in My Account, or ask the vendor to add you."
        action={
          <Button variant="primary" to="/profile">
            My Account
          </Button>
        }
      />
    </StatePage>
  );
}
