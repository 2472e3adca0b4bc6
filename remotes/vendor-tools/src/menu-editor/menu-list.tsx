import { GripVertical, Pencil, Plus } from 'lucide-react';
import { memo, type Ref, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import type { EditedGroup, EditedItem, EditedMenu, MenuEditor, MenuEntryKind } from 'shared-contracts/types';
import { Button, Card, CoverImage, cx, EmptyState, Icon, Page } from 'shared-contracts/ui';
import { HiddenBadge } from '../hidden-badge';
import { written } from '../language';
import { MenuName } from '../menu-name';
import { OfficeWay } from '../office-way';
import { PriceFrom } from '../price-from';
import { useDrawn } from '../use-drawn';
import { t } from '../words';
import { parseTarget, readDrafts, targetAddress } from './draft-store';
import { EntryActions } from './entry-actions';
import styles from './menu-editor.module.css';
import { changeEntry, type Target } from './menu-editor.resource';
import { countItems, type Drag, dropAt, type Edge, type Entry, findPlace } from './menu-tree.rules';
import { MissingBadge } from './missing-text';
import { isSeen, nextMissing, otherLanguages } from './translation.rules';
import { focusOnTranslation, TranslationStatus } from './translation-status';
import { UnsavedDrafts } from './unsaved-drafts';
import { useDrag } from './use-drag';
import { useWriting, Writing } from './writing';

export interface MenuListProps {
  vendorId: string;
  menu: MenuEditor;
  /** The entry whose form was left, or the parent of a new entry. The focus returns to it. */
  focused: Drag | null;
  /** The form was opened from the line of this language, and the focus returns to it. */
  focusedLanguage?: string | undefined;
  /** A form is shown instead. The list stays drawn: drawing a thousand rows again would delay the screen after Save and Cancel. */
  isHidden: boolean;
  onOpen: (target: Target, language?: string) => void;
}

const rowId = ({ kind, id }: Drag): string => `row-${kind}-${id}`;

const focusOn = (entry: Drag): void => document.getElementById(rowId(entry))?.querySelector('button')?.focus();

/** Returns the section of an item, or the menu of a section. */
const parentEntry = (id: number | null, kind: MenuEntryKind): Drag | null =>
  id === null ? null : { kind: kind === 'items' ? 'groups' : 'menus', id };

/** The actions of the rows. */
interface ListActions {
  edit: (kind: MenuEntryKind, id: number) => void;
  add: (kind: MenuEntryKind, parentId: number | null) => void;
  more: (kind: MenuEntryKind, id: number) => void;
  drop: (dragged: Drag, target: Drag, edge: Edge) => void;
}

/** Shows the whole menu with the actions of each entry. */
export function MenuList({ vendorId, menu, focused, focusedLanguage, isHidden, onOpen }: MenuListProps) {
  const [chosen, setChosen] = useState<Drag | null>(null);
  const [drafts, setDrafts] = useState(() => readDrafts(vendorId));
  useLayoutEffect(() => {
    if (isHidden) setChosen(null);
    else setDrafts(readDrafts(vendorId));
  }, [isHidden, vendorId]);
  useEffect(() => {
    if (isHidden) return;
    if (focusedLanguage) focusOnTranslation(focusedLanguage);
    else if (focused) focusOn(focused);
  }, [focused, focusedLanguage, isHidden]);
  const latest = useRef({ menu, onOpen });
  useEffect(() => {
    latest.current = { menu, onOpen };
  });
  // The object stays the same at each render, so that a row renders again only after its own change.
  const [actions] = useState<ListActions>(() => ({
    edit: (kind, id) => latest.current.onOpen({ kind, id, parentId: null }),
    add: (kind, parentId) => latest.current.onOpen({ kind, id: null, parentId }),
    more: (kind, id) => setChosen({ kind, id }),
    drop: (dragged, target, edge) => {
      const move = dropAt(latest.current.menu, dragged, target, edge);
      if (move) changeEntry(vendorId, dragged, { do: 'move', ...move }).catch(showFailure);
    },
  }));
  const { add } = actions;
  const { languages, writing } = useLanguages(menu);
  const { count, before } = countItems(menu);
  const drawn = useDrawn(count);
  const place = chosen && findPlace(menu, chosen.kind, chosen.id);
  const last = useRef<{ entry: Drag; list: Drag | null } | null>(null);
  useEffect(() => {
    if (chosen && place) last.current = { entry: chosen, list: parentEntry(place.parentId, chosen.kind) };
    if (!last.current || findPlace(menu, last.current.entry.kind, last.current.entry.id)) return;
    // A deleted entry takes the focus with it.
    if (last.current.list) focusOn(last.current.list);
    last.current = null;
  });

  return (
    <Page width="account" className={styles.page}>
      <h1>{t('Menu')}</h1>
      <UnsavedDrafts
        vendorId={vendorId}
        menu={menu}
        addresses={Object.keys(drafts)}
        onOpen={(address) => {
          const target = parseTarget(address);
          if (target) onOpen(target);
        }}
        onDiscarded={() => setDrafts(readDrafts(vendorId))}
      />
      <TranslationStatus
        menu={menu}
        onNext={(language) => {
          const next = nextMissing(menu, language, focused);
          if (next) onOpen({ kind: next.kind, id: next.id, parentId: null }, language);
        }}
      />
      {count === 0 && (
        <EmptyState
          title={t('Your menu is empty.')}
          text={t('A name and a price are enough. Sections, such as Bowls and Drinks, may come later.')}
          action={
            <Button variant="primary" icon={Plus} onClick={() => add('items', null)}>
              {t('Add your first item')}
            </Button>
          }
        />
      )}
      <Writing value={writing}>
        {menu.menus.map((each) => (
          <section key={each.id} className={styles.section} aria-labelledby={`menus-${each.id}`}>
            <Head kind="menus" entry={each} languages={shownIn(each, languages)} actions={actions} />
            {each.groups.map((group) => (
              <GroupSection
                key={group.id}
                group={group}
                currency={menu.currency}
                symbol={menu.currency_symbol}
                languages={shownIn(each, languages)}
                actions={actions}
                drawn={Math.min(group.items.length, Math.max(0, drawn - (before.get(group.id) ?? 0)))}
              />
            ))}
            <div>
              <Button
                icon={Plus}
                aria-label={t('Add a section to {name}', { name: each.name })}
                onClick={() => add('groups', each.id)}
              >
                {t('Add a section')}
              </Button>
            </div>
          </section>
        ))}
      </Writing>
      <div>
        <Button icon={Plus} onClick={() => add('menus', null)}>
          {t('Add a menu')}
        </Button>
      </div>
      {chosen && (
        <EntryActions
          // The dialog of another entry starts with its own state.
          key={targetAddress({ ...chosen, parentId: null })}
          vendorId={vendorId}
          menu={menu}
          kind={chosen.kind}
          place={place}
          onEdit={() => actions.edit(chosen.kind, chosen.id)}
          onClose={() => setChosen(null)}
        />
      )}
      <OfficeWay vendorId={vendorId} />
    </Page>
  );
}

/** Returns the languages that a menu is translated into, and the one of its own texts. Both stay the same, so that no row renders again. */
function useLanguages({ languages }: MenuEditor) {
  return useMemo(() => {
    const [first] = languages ?? [];
    return { languages: otherLanguages({ languages }), writing: first === undefined ? {} : written(first) };
  }, [languages]);
}

/** Nothing is missing in what guests do not see. The list stays the same, so that no row renders again for it. */
const NO_LANGUAGES: readonly string[] = [];

/** Returns the languages in which the texts of an entry can be missing. @param languages those of the list that contains it */
const shownIn = (entry: Entry, languages: readonly string[]): readonly string[] =>
  isSeen(entry) ? languages : NO_LANGUAGES;

interface HeadProps {
  kind: 'menus' | 'groups';
  entry: EditedMenu | EditedGroup;
  /** The languages in which its texts can be missing. */
  languages: readonly string[];
  actions: ListActions;
}

function Head({ kind, entry, languages, actions }: HeadProps) {
  const { id, name, status } = entry;
  const { element, handle } = useDrag<HTMLDivElement>({ kind, id }, actions.drop);
  const { lang } = useWriting();
  const isMenu = kind === 'menus';
  const Heading = isMenu ? 'h2' : 'h3';
  return (
    <div ref={element} id={rowId({ kind, id })} className={styles.head}>
      <Grip handle={handle} />
      <Heading id={`${kind}-${id}`} className={cx(styles.words, styles.heading)}>
        <MenuName of={lang}>{name}</MenuName> {status === 'inactive' && <HiddenBadge />}
        <MissingBadge entry={entry} languages={languages} />
      </Heading>
      <Button
        size="small"
        icon={Pencil}
        aria-label={isMenu ? t('Edit the menu {name}', { name }) : t('Edit the section {name}', { name })}
        onClick={() => actions.edit(kind, id)}
      >
        {t('Edit')}
      </Button>
      <Button
        size="small"
        aria-label={isMenu ? t('More for the menu {name}', { name }) : t('More for the section {name}', { name })}
        onClick={() => actions.more(kind, id)}
      >
        {t('More')}
      </Button>
    </div>
  );
}

interface GroupSectionProps {
  group: EditedGroup;
  currency: string;
  symbol: string;
  /** The languages in which the texts of the section can be missing. */
  languages: readonly string[];
  actions: ListActions;
  /** The number of its items that are drawn, at most. */
  drawn: number;
}

/** Shows one section. It is memoized, so that a change renders one section again and not all of them. */
const GroupSection = memo(function GroupSection({
  group,
  currency,
  symbol,
  languages,
  actions,
  drawn,
}: GroupSectionProps) {
  const ownLanguages = shownIn(group, languages);
  return (
    <section className={styles.group} aria-labelledby={`groups-${group.id}`}>
      <Head kind="groups" entry={group} languages={ownLanguages} actions={actions} />
      {group.items.length > 0 && (
        <Card
          as="ul"
          clip
          ref={(list: HTMLElement | null) => list?.style.setProperty('--items', String(drawn))}
          className={styles.items}
        >
          {group.items.slice(0, drawn).map((item) => (
            <ItemRow
              key={item.id}
              item={item}
              currency={currency}
              symbol={symbol}
              languages={shownIn(item, ownLanguages)}
              actions={actions}
            />
          ))}
        </Card>
      )}
      <div>
        <Button
          icon={Plus}
          aria-label={t('Add an item to {name}', { name: group.name })}
          onClick={() => actions.add('items', group.id)}
        >
          {t('Add an item')}
        </Button>
      </div>
    </section>
  );
});

interface ItemRowProps {
  item: EditedItem;
  currency: string;
  symbol: string;
  /** The languages in which its texts can be missing. */
  languages: readonly string[];
  actions: ListActions;
}

/** Shows one item. It is memoized, so that a change renders one row again and not a thousand. */
const ItemRow = memo(function ItemRow({ item, currency, symbol, languages, actions }: ItemRowProps) {
  const { lang } = useWriting();
  const { element, handle } = useDrag<HTMLLIElement>({ kind: 'items', id: item.id }, actions.drop);
  return (
    <li ref={element} id={rowId({ kind: 'items', id: item.id })} className={styles.row}>
      <Grip handle={handle} />
      <CoverImage src={item.image_url} className={styles.picture} />
      <div className={styles.words}>
        <p className={styles.name}>
          <MenuName of={lang}>{item.name}</MenuName>
        </p>
        <p className={styles.price}>
          <PriceFrom prices={item.variants.map(({ price }) => price)} currency={currency} symbol={symbol} />{' '}
          {item.status === 'inactive' && <HiddenBadge />}
          <MissingBadge entry={item} languages={languages} />
        </p>
      </div>
      <Button
        size="small"
        icon={Pencil}
        aria-label={t('Edit {name}', { name: item.name })}
        onClick={() => actions.edit('items', item.id)}
      >
        {t('Edit')}
      </Button>
      <Button
        size="small"
        aria-label={t('More for {name}', { name: item.name })}
        onClick={() => actions.more('items', item.id)}
      >
        {t('More')}
      </Button>
    </li>
  );
});

/** Shows the grip, which only pointers use. With the keyboard an entry is moved by its buttons. */
function Grip({ handle }: { handle: Ref<HTMLSpanElement> }) {
  return (
    <span ref={handle} className={styles.grip} aria-hidden="true">
      <Icon of={GripVertical} size="medium" />
    </span>
  );
}

const showFailure = (error: unknown) => showToast((error as ApiErrorShape).message, { color: 'danger' });
