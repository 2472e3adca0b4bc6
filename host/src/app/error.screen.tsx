import { Button, EmptyState, Page, VisuallyHidden } from 'shared-contracts/ui';

/** Where the shell itself failed. Plain links: whatever broke may be the router. */
export function ErrorScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <Page>
      <h1>
        <VisuallyHidden>Something went wrong</VisuallyHidden>
      </h1>
      <div role="alert">
        <EmptyState
          title="Unexpected Application Error!"
          text="Your orders and your cart are safe. Try again, or start over from the venues."
          action={
            <>
              <Button onClick={onRetry}>Try Again</Button>
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
