import { useEffect, useState } from 'react';
import { useShell } from 'shared-contracts/events';
import { useLocation } from 'shared-contracts/router';
import { VisuallyHidden } from 'shared-contracts/ui';
import { t } from '../words';

/** Announces the title of a new page, since the document's title is always the brand. Silent for the first page. */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const title = useShell((state) => state.title);
  const [firstPath] = useState(pathname);
  const [hasMoved, setHasMoved] = useState(false);
  useEffect(() => {
    if (pathname !== firstPath) setHasMoved(true);
  }, [pathname, firstPath]);
  return (
    <VisuallyHidden>
      <span role="status" aria-label={t('Page')}>
        {hasMoved ? title : ''}
      </span>
    </VisuallyHidden>
  );
}
