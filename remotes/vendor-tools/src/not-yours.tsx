import { Button, EmptyState, StatePage } from 'shared-contracts/ui';

/** A vendor, or an item, that the signed-in user does not look after. */
export function NotYours() {
  return (
    <StatePage heading="Items">
      <EmptyState
        title="This is not one of your vendors."
        text="Switch to the right account on My Account, or ask whoever runs it to add you."
        action={
          <Button variant="primary" to="/profile">
            My Account
          </Button>
        }
      />
    </StatePage>
  );
}
