import { Button, EmptyState, Page } from 'shared-contracts/ui';

/** Where the shell itself failed. Plain links: whatever broke may be the router. */
export function ErrorScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <Page>
      <div role="alert">
        <EmptyState
          title="Unexpected Application Error!"
          text="Your orders and your cart are safe. Try again, or start over from the venues."
          action={
            <>
              <Button onClick={onRetry}>Try Again</Button>{' '}
              <Button variant="primary" href="/">
                Done
              </Button>
            </>
          }
        />
      </div>
    </Page>
  );
}
