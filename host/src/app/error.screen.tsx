import { Button, FailedState, StatePage } from 'shared-contracts/ui';
import { PATHS } from '../routes/paths';

/** The shell itself failed. A plain link, since the router may be what failed. */
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
