import { CalendarCheck, Clock, Landmark, LayoutGrid, Pencil, Plus, Printer, Users } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { publish, useShell, useTitle } from 'shared-contracts/events';
import { useMenuEntries } from 'shared-contracts/remote';
import { useParams } from 'shared-contracts/router';
import type { Vendor } from 'shared-contracts/types';
import { Button, EmptyState, Page, QuietHeading, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { HiddenBadge } from '../hidden-badge';
import { LoadFailed } from '../load-failed';
import { useIsOwner } from '../members/members.resource';
import { MenuName } from '../menu-name';
import { NotYours } from '../not-yours';
import { statementPath } from '../office-paths';
import { useFreshStock, useIsMember, useVendor, useVenue } from '../stock.resource';
import { useDrawn } from '../use-drawn';
import { t } from '../words';
import { ItemCard } from './item-card';
import styles from './your-items.module.css';
import { countItems, itemIds, listItems } from './your-items.rules';

/** Lists the items of a vendor with their stock, and switches them on and off. */
export function Screen() {
  const { vendorId = '' } = useParams();
  const isMember = useIsMember(vendorId);
  return isMember ? <VendorItems vendorId={vendorId} /> : <NotYours page={t('Items')} />;
}

function VendorItems({ vendorId }: { vendorId: string }) {
  const vendor = useVendor(vendorId);
  useTitle(vendor.data && t("{name}'s Items", { name: vendor.data.name }));
  useFreshStock(vendorId, undefined, vendor.data?.next_back_at);

  if (vendor.data) return <Items vendor={vendor.data} />;
  if (vendor.isPending) return <ItemsSkeleton />;
  return <LoadFailed page={t('Items')} error={vendor.error} isRetrying={vendor.isFetching} onRetry={vendor.refetch} />;
}

function Items({ vendor }: { vendor: Vendor }) {
  // A typed key is drawn at once. The list of a thousand items follows when there is time.
  const search = useDeferredValue(useShell((state) => state.search.text).trim());
  const { menus } = vendor;
  const groups = useMemo(() => listItems({ menus }, ''), [menus]);
  const found = useMemo(() => (search === '' ? null : itemIds(listItems({ menus }, search))), [menus, search]);
  const drawn = useDrawn(countItems(groups));
  const isOwner = useIsOwner(String(vendor.id));
  const venue = useVenue(vendor.venue_id).data;
  const added = useMenuEntries('stall');
  const count = found === null ? null : found.size;
  useEffect(() => publish('search-counted', { count }, 'vendor-tools'), [count]);

  return (
    <Page className={styles.page}>
      <h1>{t("{name}'s Items", { name: vendor.name })}</h1>
      <div className={styles.ways}>
        {isOwner && <OwnersWays vendorId={vendor.id} venueId={vendor.venue_id} />}
        <Button icon={Printer} to={`/vendor/${vendor.id}/printers`}>
          {t('Printers')}
        </Button>
        {added.map(({ id, to, label }) => (
          <Button key={id} icon={LayoutGrid} to={to}>
            {label}
          </Button>
        ))}
      </div>
      {(found ? found.size : groups.length) === 0 && (
        <EmptyState
          className={styles.empty}
          title={t('No records found.')}
          action={
            isOwner &&
            search === '' && (
              <Button variant="primary" icon={Plus} to={`/vendor/${vendor.id}/menu?edit=items/new`}>
                {t('Add your first item')}
              </Button>
            )
          }
        />
      )}
      {groups.map((group) => (
        <section
          key={group.id}
          hidden={found !== null && !group.items.some(({ id }) => found.has(id))}
          className={styles.group}
          aria-labelledby={`group-${group.id}`}
        >
          <h2 id={`group-${group.id}`}>
            <MenuName of={vendor.language}>{group.name}</MenuName> {group.isHidden && <HiddenBadge />}
          </h2>
          <ul className={styles.items}>
            {group.items.slice(0, Math.max(0, drawn - group.before)).map((item) => (
              // Items that a search does not find stay drawn and hidden, since drawing them again would delay the next key.
              <li key={item.id} hidden={found !== null && !found.has(item.id)}>
                <ItemCard item={item} language={vendor.language} venue={venue} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  );
}

function OwnersWays({ vendorId, venueId }: { vendorId: number; venueId: number }) {
  return (
    <>
      <Button icon={Pencil} to={`/vendor/${vendorId}/menu`}>
        {t('Edit menu')}
      </Button>
      <Button icon={Clock} to={`/vendor/${vendorId}/hours`}>
        {t('Hours')}
      </Button>
      <Button icon={Users} to={`/vendor/${vendorId}/members`}>
        {t('People')}
      </Button>
      <Button icon={CalendarCheck} to={`/vendor/${vendorId}/day`}>
        {t('Day’s end')}
      </Button>
      <Button icon={Landmark} to={statementPath(venueId, vendorId)}>
        {t('Statements')}
      </Button>
    </>
  );
}

function ItemsSkeleton() {
  return (
    <Page className={styles.page}>
      <QuietHeading>{t('Items')}</QuietHeading>
      <Skeleton label={t('Loading items…')}>
        <SkeletonBlock shape="title" width="half" />
        {['first', 'second'].map((group) => (
          <div key={group} className={styles.group}>
            <SkeletonBlock shape="heading" width="short" />
            <div className={styles.items}>
              {['a', 'b', 'c', 'd'].map((item) => (
                <SkeletonBlock key={item} className={styles.waiting} />
              ))}
            </div>
          </div>
        ))}
      </Skeleton>
    </Page>
  );
}
