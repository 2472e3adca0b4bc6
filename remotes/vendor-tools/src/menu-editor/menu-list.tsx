import { EyeOff, Pencil, Plus } from 'lucide-react';
import { memo, useCallback, useState } from 'react';
import { formatMajor } from 'shared-contracts/rules/money';
import type { EditedGroup, EditedItem, EditedMenu, MenuEditor, MenuEntryKind } from 'shared-contracts/types';
import { Badge, Button, Card, CoverImage, EmptyState, Page, Price } from 'shared-contracts/ui';
import { addressOf, readDrafts, targetAt } from './draft-store';
import { EntryActions } from './entry-actions';
import styles from './menu-editor.module.css';
import type { Target } from './menu-editor.resource';
import { placeOf, WORDS } from './menu-tree.rules';
import { UnsavedDrafts } from './unsaved-drafts';

export interface MenuListProps {
  vendorId: string;
  menu: MenuEditor;
  onOpen: (target: Target) => void;
}

interface Chosen {
  kind: MenuEntryKind;
  id: number;
}

/** The whole menu with what can be done to each part of it. */
export function MenuList({ vendorId, menu, onOpen }: MenuListProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [drafts, setDrafts] = useState(() => readDrafts(vendorId));
  const choose = useCallback((kind: MenuEntryKind, id: number) => setChosen({ kind, id }), []);
  const edit = (kind: MenuEntryKind, id: number) => onOpen({ kind, id, parentId: null });
  const add = (kind: MenuEntryKind, parentId: number | null) => onOpen({ kind, id: null, parentId });
  const place = chosen && placeOf(menu, chosen.kind, chosen.id);

  return (
    <Page width="account" className={styles.page}>
      <h1>Menu</h1>
      <UnsavedDrafts
        vendorId={vendorId}
        menu={menu}
        addresses={Object.keys(drafts)}
        onOpen={(address) => {
          const target = targetAt(address);
          if (target) onOpen(target);
        }}
        onDiscarded={() => setDrafts(readDrafts(vendorId))}
      />
      {menu.menus.length === 0 && (
        <EmptyState
          title="Your menu is empty."
          text="A menu has sections, such as Bowls and Drinks, and each section has items."
          action={
            <Button variant="primary" icon={Plus} onClick={() => add('menus', null)}>
              Add a menu
            </Button>
          }
        />
      )}
      {menu.menus.map((each) => (
        <section key={each.id} className={styles.section} aria-labelledby={`menus-${each.id}`}>
          <Head kind="menus" entry={each} onEdit={edit} onMore={choose} />
          {each.groups.map((group) => (
            <GroupSection
              key={group.id}
              group={group}
              currency={menu.currency}
              symbol={menu.currency_symbol}
              onEdit={edit}
              onMore={choose}
              onAdd={() => add('items', group.id)}
            />
          ))}
          <div>
            <Button icon={Plus} aria-label={`Add a section to ${each.name}`} onClick={() => add('groups', each.id)}>
              Add a section
            </Button>
          </div>
        </section>
      ))}
      {menu.menus.length > 0 && (
        <div>
          <Button icon={Plus} onClick={() => add('menus', null)}>
            Add a menu
          </Button>
        </div>
      )}
      {chosen && (
        <EntryActions
          // The dialog of another entry begins again.
          key={addressOf({ ...chosen, parentId: null })}
          vendorId={vendorId}
          menu={menu}
          kind={chosen.kind}
          place={place}
          onEdit={() => edit(chosen.kind, chosen.id)}
          onClose={() => setChosen(null)}
        />
      )}
    </Page>
  );
}

interface HeadProps {
  kind: 'menus' | 'groups';
  entry: EditedMenu | EditedGroup;
  onEdit: (kind: MenuEntryKind, id: number) => void;
  onMore: (kind: MenuEntryKind, id: number) => void;
}

function Head({ kind, entry, onEdit, onMore }: HeadProps) {
  const { id, name, status } = entry;
  const Heading = kind === 'menus' ? 'h2' : 'h3';
  return (
    <div className={styles.head}>
      <Heading id={`${kind}-${id}`} className={styles.words}>
        {name} {status === 'inactive' && <Hidden />}
      </Heading>
      <Button
        size="small"
        icon={Pencil}
        aria-label={`Edit the ${WORDS[kind]} ${name}`}
        onClick={() => onEdit(kind, id)}
      >
        Edit
      </Button>
      <Button size="small" aria-label={`More for the ${WORDS[kind]} ${name}`} onClick={() => onMore(kind, id)}>
        More
      </Button>
    </div>
  );
}

const Hidden = () => <Badge icon={EyeOff}>Hidden</Badge>;

interface GroupSectionProps {
  group: EditedGroup;
  currency: string;
  symbol: string;
  onEdit: (kind: MenuEntryKind, id: number) => void;
  onMore: (kind: MenuEntryKind, id: number) => void;
  onAdd: () => void;
}

function GroupSection({ group, currency, symbol, onEdit, onMore, onAdd }: GroupSectionProps) {
  return (
    <section className={styles.group} aria-labelledby={`groups-${group.id}`}>
      <Head kind="groups" entry={group} onEdit={onEdit} onMore={onMore} />
      {group.items.length > 0 && (
        <Card as="ul" clip>
          {group.items.map((item) => (
            <ItemRow
              key={item.id}
              item={item}
              price={priceText(item, currency, symbol)}
              onEdit={onEdit}
              onMore={onMore}
            />
          ))}
        </Card>
      )}
      <div>
        <Button icon={Plus} aria-label={`Add an item to ${group.name}`} onClick={onAdd}>
          Add an item
        </Button>
      </div>
    </section>
  );
}

interface ItemRowProps {
  item: EditedItem;
  price: string;
  onEdit: (kind: MenuEntryKind, id: number) => void;
  onMore: (kind: MenuEntryKind, id: number) => void;
}

/** Of a thousand rows one renders again when it changes. The two functions do the same at each render. */
const ItemRow = memo(
  function ItemRow({ item, price, onEdit, onMore }: ItemRowProps) {
    return (
      <li className={styles.row}>
        <CoverImage src={item.image_url} className={styles.picture} />
        <div className={styles.words}>
          <p className={styles.name}>{item.name}</p>
          <p className={styles.price}>
            <Price size="row">{price}</Price> {item.status === 'inactive' && <Hidden />}
          </p>
        </div>
        <Button size="small" icon={Pencil} aria-label={`Edit ${item.name}`} onClick={() => onEdit('items', item.id)}>
          Edit
        </Button>
        <Button size="small" aria-label={`More for ${item.name}`} onClick={() => onMore('items', item.id)}>
          More
        </Button>
      </li>
    );
  },
  (before, after) => before.item === after.item && before.price === after.price,
);

/** Of the cheapest size: '$12.50', or 'from $12.50' where sizes differ. */
function priceText({ variants }: EditedItem, currency: string, symbol: string): string {
  const prices = variants.map(({ price }) => price);
  const least = Math.min(...prices);
  const text = formatMajor(least, currency, symbol);
  return prices.some((price) => price !== least) ? `from ${text}` : text;
}
