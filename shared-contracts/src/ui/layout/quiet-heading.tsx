import { VisuallyHidden } from '../visually-hidden';

/** The heading of a page whose name is not known yet, for people who navigate by headings. */
export function QuietHeading({ children }: { children: string }) {
  return (
    <h1>
      <VisuallyHidden>{children}</VisuallyHidden>
    </h1>
  );
}
