import { Navigate, useParams } from 'shared-contracts/router';
import { LinkText, SkeletonBlock } from 'shared-contracts/ui';
import { Office } from '../office/office';
import { settingsPagePath } from '../office/paths';
import { t } from '../words';
import { Backup } from './backup';
import { ChargeForm } from './charge-form';
import { DeliveryForm } from './delivery-form';
import { DemoData } from './demo-data';
import { GoLive } from './go-live';
import { HoursForm } from './hours-form';
import { LanguagesForm } from './languages-form';
import { NameForm } from './name-form';
import { PictureForm } from './picture-form';
import { ProviderForm } from './provider-form';
import { ServerNotes } from './server-notes';
import styles from './settings.module.css';
import { useSettings } from './settings.resource';
import { isPage, type PageId, pageName } from './settings-words';
import { TaxForm } from './tax-form';
import { TipsForm } from './tips-form';
import type { PartProps } from './use-part';

/** One page of the settings of a hall. Each is saved alone. */
export function Screen() {
  const { venueId = '', part = '' } = useParams();
  const settings = useSettings(venueId);
  if (!isPage(part)) return <Navigate to={settingsPagePath(venueId)} replace />;
  return (
    <Office
      section="settings"
      heading={pageName(part)}
      read={settings}
      lead={
        <p>
          <LinkText quiet to={settingsPagePath(venueId)}>
            {t('All settings')}
          </LinkText>
        </p>
      }
      skeleton={<SkeletonBlock className={styles.block} />}
    >
      {(data) => <Part key={part} part={part} venueId={venueId} settings={data} />}
    </Office>
  );
}

function Part({ part, ...props }: { part: PageId } & PartProps) {
  switch (part) {
    case 'name':
      return <NameForm {...props} />;
    case 'picture':
      return <PictureForm {...props} />;
    case 'languages':
      return <LanguagesForm {...props} />;
    case 'tax':
      return <TaxForm {...props} />;
    case 'charge':
      return <ChargeForm {...props} />;
    case 'tips':
      return <TipsForm {...props} />;
    case 'delivery':
      return <DeliveryForm {...props} />;
    case 'hours':
      return <HoursForm {...props} />;
    case 'provider':
      return <ProviderForm {...props} />;
    case 'live':
      return <GoLive {...props} />;
    case 'demo':
      return <DemoData settings={props.settings} />;
    case 'backup':
      return <Backup settings={props.settings} />;
    case 'server':
      return <ServerNotes />;
  }
}
