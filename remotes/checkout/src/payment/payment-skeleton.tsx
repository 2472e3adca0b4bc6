import { Skeleton, SkeletonBlock } from 'shared-contracts/ui';

/** Where payment will be. */
export function PaymentSkeleton() {
  return (
    <Skeleton label="Preparing payment…">
      <SkeletonBlock shape="button" />
    </Skeleton>
  );
}
