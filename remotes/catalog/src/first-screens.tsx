/**
 * Defines the templates of the first screens, which the server fills with data and sends before any script runs. They consist of the
 * components of the screens themselves, with the names of fields in place of data, and are rendered in the build.
 */
import { CirclePause } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, Page, Price, SkeletonBlock } from 'shared-contracts/ui';
import { CardGrid } from './cards/card-grid';
import { CoverCard } from './cards/cover-card';
import { ItemFrame } from './item/item-frame';
import { ChoicesSkeleton } from './item/item-skeleton';
import { LanguageLine } from './language/language-note';
import { Description, Facts, ItemRowFrame } from './menu/item-row';
import pageStyles from './menu/menu.module.css';
import groupStyles from './menu/menu-group.module.css';
import menuStyles from './menu/menu-list.module.css';
import { OpenUntil, VendorHeadFrame } from './menu/vendor-head';
import { closedLabel } from './opening.rules';
import { DELIVERY_FIELDS } from './use-delivery';
import { ReadyIn } from './vendors/ready-in';
import { VendorsHead } from './vendors/vendors-head';
import { HeroFrame, heroField } from './venues/hero';
import { t } from './words';

/** Renders its children for each entry of a list, or once if a field is true. */
function Section({ of, children }: { of: string; children: ReactNode }) {
  return (
    <>
      {`{{#${of}}}`}
      {children}
      {`{{/${of}}}`}
    </>
  );
}

/** Renders its children if a field is false or a list is empty. */
function Without({ field, children }: { field: string; children: ReactNode }) {
  return (
    <>
      {`{{^${field}}}`}
      {children}
      {`{{/${field}}}`}
    </>
  );
}

/**
 * Renders an entry for both values of a field. The server fills the field `first` of a list's entries, so that the first
 * picture is fetched before the others.
 */
function Either({ field, entry }: { field: string; entry: (isSo: boolean) => ReactNode }) {
  return (
    <>
      <Section of={field}>{entry(true)}</Section>
      <Without field={field}>{entry(false)}</Without>
    </>
  );
}

/**
 * Renders a text of the hall as InLanguage does. The server fills the field `foreign` of what has a language, if that is not the page's.
 * @param of the prefix of the field of what has the language, unless it is around this
 */
function Text({ field, of = '' }: { field: string; of?: string }) {
  const text = `{{${field}}}`;
  return (
    <>
      <Section of={`${of}foreign`}>
        <span lang="{{lang}}" dir="{{dir}}">
          {text}
        </span>
      </Section>
      <Without field={`${of}foreign`}>{text}</Without>
    </>
  );
}

/** The line about the language of a menu. */
const languageLine = () => (
  <Section of="foreign">
    <LanguageLine name="{{label}}" />
  </Section>
);

/** An address with the form of a photograph's, so that the component renders `srcset`. The build replaces both by fields. */
const PICTURE = '{{image_url}}#.1600.webp';
const HERO = '{{hero_url}}#.1600.webp';

/** A text without visible characters, which has the height of a line. */
const NO_TEXT = '\u00a0';

/** The prefix of the address: a visitor who came in under /venuesa stays there. */
const VENUES = '/{{address.0}}';

/** The guest's table, which a link carries in case it is tapped before the scripts have stored the table of the address. */
const WITH_LOCATION = '{{#encoded.location}}?location={{encoded.location}}{{/encoded.location}}';

/** The table and the delivery, which the address of a menu may also name. */
const WITH_DELIVERY = [
  '{{#hasQuery}}?',
  ...DELIVERY_FIELDS.map((name) => `{{#encoded.${name}}}${name}={{encoded.${name}}}&{{/encoded.${name}}}`),
  '{{#encoded.location}}location={{encoded.location}}{{/encoded.location}}',
  '{{/hasQuery}}',
].join('');

const venues = () => (
  <Page>
    <HeroFrame brand="{{site.brand}}">
      <input {...heroField()} readOnly tabIndex={-1} />
    </HeroFrame>
    <CardGrid>
      <Section of="venues.data">
        <Either
          field="first"
          entry={(eager) => (
            <CoverCard
              kind="venue"
              to="/venues/{{id}}/vendors"
              name={<Text field="name" />}
              blurb={<Text field="blurb" />}
              picture={PICTURE}
              eager={eager}
            />
          )}
        />
      </Section>
    </CardGrid>
  </Page>
);

const VENUE = <Text field="venue.data.name" of="venue.data." />;

const vendors = () => (
  <Page>
    <Section of="params.location">
      <VendorsHead venue={VENUE} destination="{{params.location}}" />
    </Section>
    <Without field="params.location">
      <VendorsHead venue={VENUE} destination={undefined} />
    </Without>
    <CardGrid>
      <Section of="vendors.data">
        <Either
          field="first"
          entry={(eager) => (
            <Either
              field="accepting_orders"
              entry={(isOpen) => (
                <Either
                  field="opening.changes_at"
                  entry={(hasHours) => (
                    <CoverCard
                      kind="vendor"
                      to={`${VENUES}/{{params.venueId}}/vendors/{{id}}${WITH_LOCATION}`}
                      name={<Text field="name" />}
                      blurb={<Text field="blurb" />}
                      picture={PICTURE}
                      eager={eager}
                      wait={
                        <Section of="waiting_minutes">
                          <ReadyIn minutes="{{waiting_minutes}}" />
                        </Section>
                      }
                      note={
                        isOpen ? (
                          hasHours && <Badge>{t('Open')}</Badge>
                        ) : (
                          <Badge icon={CirclePause}>{hasHours ? t('Closed') : closedLabel()}</Badge>
                        )
                      }
                    />
                  )}
                />
              )}
            />
          )}
        />
      </Section>
    </CardGrid>
  </Page>
);

/** The empty line of allergens and diets. A template can show only the head of a list, which would be half of the truth. */
const FACTS_LINE = (
  <Either
    field="diets.0"
    entry={(isThere) => {
      const line = <Facts>{NO_TEXT}</Facts>;
      return isThere ? line : <Section of="allergens.0">{line}</Section>;
    }}
  />
);

const DESCRIPTION = (
  <>
    <Section of="foreign">
      {/* Its `dir` is a field too. */}
      <Description lang="{{lang}}" dir={'{{dir}}' as 'ltr'}>
        {'{{description}}'}
      </Description>
    </Section>
    <Without field="foreign">
      <Description>{'{{description}}'}</Description>
    </Without>
  </>
);

const menu = () => (
  <Section of="vendor.data">
    <VendorHeadFrame
      name={<Text field="name" />}
      blurb={<Text field="blurb" />}
      language={languageLine()}
      picture={PICTURE}
      opening={
        <Section of="accepting_orders">
          <Section of="opening.changes_at">
            <OpenUntil>{t('Open')}</OpenUntil>
          </Section>
        </Section>
      }
    >
      <li>
        <SkeletonBlock shape="badge" width="short" />
      </li>
    </VendorHeadFrame>
    <Section of="accepting_orders">
      <Section of="has_diet_facts">
        <Page className={pageStyles.diet}>{null}</Page>
      </Section>
      <Section of="menus.data.0">
        <div className={menuStyles.menus}>
          <div className={menuStyles.roomOfTabs} />
          <div className={menuStyles.menu}>
            <Section of="groups.data">
              <section className={groupStyles.group}>
                <h2 className={groupStyles.title}>
                  <Text field="name" />
                </h2>
                <ul className={groupStyles.items}>
                  <Section of="items.data">
                    <li>
                      <Either
                        field="image_url"
                        entry={(hasPicture) => (
                          <ItemRowFrame
                            to={`${VENUES}/{{params.venueId}}/vendors/{{vendor_id}}/items/{{id}}${WITH_DELIVERY}`}
                            name={<Text field="name" />}
                            description={DESCRIPTION}
                            facts={FACTS_LINE}
                            picture={hasPicture ? PICTURE : null}
                          >
                            <Price>{'{{#money}}{{master.price}}{{/money}}'}</Price>
                          </ItemRowFrame>
                        )}
                      />
                    </li>
                  </Section>
                </ul>
              </section>
            </Section>
          </div>
        </div>
      </Section>
    </Section>
  </Section>
);

/** Shows an item with its own picture, or else that of the menu. Its choices follow with the scripts, since choosing needs them. */
const item = () => (
  <Section of="item.data">
    <Either
      field="hero_url"
      entry={(hasOwn) => (
        <Either
          field="image_url"
          entry={(hasPicture) => (
            <ItemFrame
              name={<Text field="name" />}
              description={<Text field="description" />}
              language={languageLine()}
              picture={hasOwn ? HERO : hasPicture ? PICTURE : null}
              alt="{{image_alt}}"
            >
              <div aria-hidden="true">
                <ChoicesSkeleton />
              </div>
            </ItemFrame>
          )}
        />
      )}
    />
  </Section>
);

/** The templates in the language that the build has set. */
export default () => ({ venues: venues(), vendors: vendors(), menu: menu(), item: item() });
