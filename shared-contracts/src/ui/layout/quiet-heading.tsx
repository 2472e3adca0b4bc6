import { VisuallyHidden } from '../visually-hidden';

/** The heading of a page whose name is not known (yet): for those who find their way by headings. */
export function QuietHeading({ children }: { children: string }) {
  return (
    <h1>
      <VisuallyHidden>{children}</VisuallyHidden>
    </h1>
  );
}
