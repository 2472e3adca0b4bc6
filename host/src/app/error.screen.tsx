import { Button, FailedState, StatePage } from 'shared-contracts/ui';

/** Where the shell itself failed. A plain link: whatever broke may be the router. */
export function ErrorScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <StatePage heading="Something went wrong">
      <FailedState
        title="Unexpected Application Error!"
        text="Your orders and your cart are safe. Try again, or start over."
        onRetry={onRetry}
        action={
          <Button variant="quiet" href="/">
            Start Over
          </Button>
        }
      />
    </StatePage>
  );
}
