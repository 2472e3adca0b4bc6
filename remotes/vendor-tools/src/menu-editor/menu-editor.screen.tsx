import { useState } from 'react';
import { useTitle } from 'shared-contracts/events';
import { useParams, useSearchParams } from 'shared-contracts/router';
import { EmptyState, Page, QuietHeading, Skeleton, SkeletonBlock, StatePage } from 'shared-contracts/ui';
import { isFirstTry, useVendorTaxes } from '../item-tax/taxes.resource';
import { LoadFailed } from '../load-failed';
import { useMayOwn } from '../members/members.resource';
import { NotYours } from '../not-yours';
import { useFreshStock, useIsMember } from '../stock.resource';
import { t } from '../words';
import { parseTarget, targetAddress } from './draft-store';
import { EntryForm } from './entry-form';
import styles from './menu-editor.module.css';
import { type Target, useMenu } from './menu-editor.resource';
import { MenuList } from './menu-list';
import type { Drag } from './menu-tree.rules';

/** Edits the menu of a stall: its entries, their order and their prices. Its owners and the operators of its venue can open it. */
export function Screen() {
  const { vendorId = '' } = useParams();
  const isMember = useIsMember(vendorId);
  const mayOwn = useMayOwn(vendorId);
  if (!mayOwn) return isMember ? <NotOwner /> : <NotYours page={t('Menu')} />;
  return <Editor vendorId={vendorId} />;
}

function Editor({ vendorId }: { vendorId: string }) {
  const isMember = useIsMember(vendorId);
  const menu = useMenu(vendorId);
  const [search, setSearch] = useSearchParams();
  useTitle(t('Menu'));
  useFreshStock(vendorId);
  const target = parseTarget(search.get('edit'));
  const taxes = useVendorTaxes(vendorId, target?.kind === 'items');
  // The shell moves the focus only when the path changes, and the address of a form differs only in its search.
  const [left, setLeft] = useState<{ entry: Drag | null; language?: string | undefined }>({ entry: null });
  const open = (next: Target, language?: string) => {
    setLeft({ entry: focusAfterForm(next), language });
    setSearch({ edit: targetAddress(next), ...(language && { language }) });
  };
  const close = () => setSearch({}, { replace: true });

  // A session does not list the venues that the user runs, so the API decides who may open another vendor's page.
  if (menu.error?.status === 403) return isMember ? <NotOwner /> : <NotYours page={t('Menu')} />;
  if (menu.data) {
    return (
      <>
        {target && isFirstTry(taxes) && <Waiting />}
        {target && !isFirstTry(taxes) && (
          <EntryForm
            key={targetAddress(target)}
            vendorId={vendorId}
            menu={menu.data}
            target={target}
            startLanguage={search.get('language') ?? undefined}
            taxes={taxes}
            onClose={close}
          />
        )}
        <div hidden={target !== null}>
          <MenuList
            vendorId={vendorId}
            menu={menu.data}
            focused={left.entry}
            focusedLanguage={left.language}
            isHidden={target !== null}
            onOpen={open}
          />
        </div>
      </>
    );
  }
  if (menu.isPending) return <Waiting />;
  return <LoadFailed page={t('Menu')} error={menu.error} isRetrying={menu.isFetching} onRetry={menu.refetch} />;
}

/** Returns the entry that takes the focus when the form closes. */
function focusAfterForm({ kind, id, parentId }: Target): Drag | null {
  if (id !== null) return { kind, id };
  if (parentId === null) return null;
  return { kind: kind === 'items' ? 'groups' : 'menus', id: parentId };
}

function NotOwner() {
  return (
    <StatePage heading={t('Menu')}>
      <EmptyState
        title={t('Only an owner of this vendor changes its menu.')}
        text={t('Ask an owner if something has to change.')}
      />
    </StatePage>
  );
}

function Waiting() {
  return (
    <Page width="account" className={styles.page}>
      <QuietHeading>{t('Menu')}</QuietHeading>
      <Skeleton label={t('Loading the menu…')} className={styles.section}>
        <SkeletonBlock shape="title" width="half" />
        {['a', 'b', 'c', 'd'].map((row) => (
          <SkeletonBlock key={row} className={styles.waiting} />
        ))}
      </Skeleton>
    </Page>
  );
}
