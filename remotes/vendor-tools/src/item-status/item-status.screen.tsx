import { useTitle } from 'shared-contracts/events';
import { useParams } from 'shared-contracts/router';
import { LinkText, Page, QuietHeading, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { isBackByItself } from '../back.rules';
import { ItemTax } from '../item-tax/item-tax';
import { useVendorTaxes } from '../item-tax/taxes.resource';
import { LoadFailed } from '../load-failed';
import { useIsOwner } from '../members/members.resource';
import { NotYours } from '../not-yours';
import { useFreshStock, useIsMember, useItem, useTimeZone } from '../stock.resource';
import styles from './item-status.module.css';
import { ItemStock } from './item-stock';

/** What of one item is in stock: the item, its variants, its options. Its owner also sees its tax. */
export function Screen() {
  const { vendorId = '', itemId = '' } = useParams();
  const isMember = useIsMember(vendorId);
  return isMember ? <OneItem vendorId={vendorId} itemId={itemId} /> : <NotYours />;
}

function OneItem({ vendorId, itemId }: { vendorId: string; itemId: string }) {
  const item = useItem(itemId);
  const taxes = useVendorTaxes(vendorId, useIsOwner(vendorId));
  useTitle(item.data?.name);
  useFreshStock(vendorId, itemId);
  const timeZone = useTimeZone(vendorId, item.data !== undefined && isBackByItself(item.data));

  if (item.data && String(item.data.vendor_id) !== vendorId) return <NotYours />;
  // With its taxes, so that nothing moves when they come. If they fail, the switches do not wait for another try.
  if (item.data && !(taxes.isLoading && taxes.failureCount === 0)) {
    return (
      <Page className={styles.page}>
        <ItemStock item={item.data} timeZone={timeZone}>
          <ItemTax itemId={item.data.id} vendorId={vendorId} taxes={taxes} />
        </ItemStock>
        <p className={styles.back}>
          <LinkText to={`/your-items/${vendorId}`}>All items</LinkText>
        </p>
      </Page>
    );
  }
  if (item.isPending || item.data) {
    return (
      <Page className={styles.page}>
        <QuietHeading>Edit Item</QuietHeading>
        <Skeleton label="Loading the item…" className={styles.columns}>
          <div className={styles.item}>
            <SkeletonBlock className={styles.pictureBlock} />
            <SkeletonBlock shape="title" width="long" />
            <SkeletonBlock className={styles.rowBlock} />
          </div>
          <div className={styles.choices}>
            {['first', 'second'].map((list) => (
              <div key={list}>
                <SkeletonBlock shape="heading" width="short" />
                <SkeletonBlock className={styles.listBlock} />
              </div>
            ))}
          </div>
        </Skeleton>
      </Page>
    );
  }
  return <LoadFailed page="Edit Item" error={item.error} isRetrying={item.isFetching} onRetry={item.refetch} />;
}
