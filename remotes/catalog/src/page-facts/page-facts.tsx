import { localName } from 'shared-contracts/local-keys';
import { site } from 'shared-contracts/site';

export interface PageFactsProps {
  /** The page's own name, as in remote.json. The brand follows it. The document's title stays the brand. */
  title: string;
  description: string;
  /** The canonical address of this content, which may have other addresses too. */
  path: string;
}

/** Tells whether another site embeds the screen. Only there the shell stores its keys under a prefix. */
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
