import { localName } from 'shared-contracts/local-keys';
import { site } from 'shared-contracts/site';

export interface PageFactsProps {
  /** The page's own name, as in remote.json, which the brand follows. The document's title stays the brand. */
  title: string;
  description: string;
  /** The one address of this content, which other addresses lead to as well. */
  path: string;
}

/** The shell stores its keys under a prefix there, and only there. */
const isOnOtherSite = () => localName('token') !== 'token';

/**
 * Describes the page for search engines and shared links. React moves it into the document's head, so a screen in a page
 * of another site renders none: that head is not ours.
 */
export function PageFacts({ title, description, path }: PageFactsProps) {
  if (isOnOtherSite()) return null;
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:title" content={`${title} · ${site().brand}`} />
      <meta property="og:description" content={description} />
      <link rel="canonical" href={new URL(path, window.location.origin).href} />
    </>
  );
}
