import { useTitle } from 'shared-contracts/events';
import { useParams } from 'shared-contracts/router';
import { LinkText, Page, QuietHeading, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { isBackByItself } from '../back.rules';
import { ItemTax } from '../item-tax/item-tax';
import { isFirstTry, useVendorTaxes } from '../item-tax/taxes.resource';
import { LoadFailed } from '../load-failed';
import { useMayOwn } from '../members/members.resource';
import { NotYours } from '../not-yours';
import { useFreshStock, useIsMember, useItem, useTimeZone } from '../stock.resource';
import { t } from '../words';
import styles from './item-status.module.css';
import { ItemStock } from './item-stock';

/**
 * Shows the stock of one item: the item, its variants, its options. Its owner and the operators of the venue also see its tax. The API
 * decides that, since a session does not list the venues that the user runs.
 */
export function Screen() {
  const { vendorId = '', itemId = '' } = useParams();
  const isMember = useIsMember(vendorId);
  const taxes = useVendorTaxes(vendorId, useMayOwn(vendorId));

  if (isMember || taxes.data) return <OneItem vendorId={vendorId} itemId={itemId} />;
  if (taxes.isLoading) return <Waiting />;
  if (!taxes.error || [401, 403, 404].includes(taxes.error.status)) return <NotYours page={t('Edit Item')} />;
  return <LoadFailed page={t('Edit Item')} error={taxes.error} isRetrying={taxes.isFetching} onRetry={taxes.refetch} />;
}

function OneItem({ vendorId, itemId }: { vendorId: string; itemId: string }) {
  const isMember = useIsMember(vendorId);
  const item = useItem(itemId);
  const taxes = useVendorTaxes(vendorId, useMayOwn(vendorId));
  useTitle(item.data?.name);
  useFreshStock(vendorId, itemId, item.data?.next_back_at);
  const timeZone = useTimeZone(vendorId, item.data !== undefined && isBackByItself(item.data));

  if (item.data && String(item.data.vendor_id) !== vendorId) return <NotYours page={t('Edit Item')} />;
  if (item.data && !isFirstTry(taxes)) {
    return (
      <Page className={styles.page}>
        <ItemStock item={item.data} timeZone={timeZone}>
          <ItemTax itemId={item.data.id} vendorId={vendorId} taxes={taxes} />
        </ItemStock>
        {isMember && (
          <p className={styles.back}>
            <LinkText to={`/your-items/${vendorId}`}>{t('All items')}</LinkText>
          </p>
        )}
      </Page>
    );
  }
  if (item.isPending || item.data) return <Waiting />;
  return <LoadFailed page={t('Edit Item')} error={item.error} isRetrying={item.isFetching} onRetry={item.refetch} />;
}

function Waiting() {
  return (
    <Page className={styles.page}>
      <QuietHeading>{t('Edit Item')}</QuietHeading>
      <Skeleton label={t('Loading the item…')} className={styles.columns}>
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
