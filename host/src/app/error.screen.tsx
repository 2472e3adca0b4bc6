import { Button, FailedState, StatePage } from 'shared-contracts/ui';
import { PATHS } from '../routes/paths';

/** Shows that the shell itself failed. Its link is a plain one, since the router may have failed. */
export function ErrorScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <StatePage heading="Something went wrong">
      <FailedState
        title="Unexpected Application Error!"
        text="Your orders and your cart are safe. Try again, or start over."
        onRetry={onRetry}
        action={
          <Button variant="quiet" href={PATHS.home}>
            Start Over
          </Button>
        }
      />
    </StatePage>
  );
}
