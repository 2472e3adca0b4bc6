/** The fields of a printer's settings. */
import type { PrinterSettings } from 'shared-contracts/types';
import { ChoiceGroup, Select, Stepper } from 'shared-contracts/ui';
import { ownLanguageName } from '../language';
import { t } from '../words';
import styles from './printers.module.css';
import { useMenuGroups } from './printers.resource';
import { documentName, MOST_COPIES, momentName, paperName, TICKET_LANGUAGES } from './printers.rules';

interface FieldProps {
  settings: PrinterSettings;
  onChange: (change: Partial<PrinterSettings>) => void;
}

export function PaperChoice({ settings, onChange }: FieldProps) {
  return (
    <ChoiceGroup
      type="radio"
      title={t('Width of the paper')}
      choices={([80, 58] as const).map((paper) => ({ id: paper, name: paperName(paper) }))}
      selected={[settings.paper]}
      onChange={([paper]) => paper && onChange({ paper })}
    />
  );
}

export function PrintedChoices({ settings, onChange }: FieldProps) {
  const { documents, moment, copies, language } = settings;
  const isForOrders = documents.includes('kitchen') || documents.includes('slip');
  return (
    <>
      <ChoiceGroup
        type="checkbox"
        title={t('It prints')}
        choices={[
          { id: 'kitchen' as const, name: documentName('kitchen'), note: t('Large, for the cook.') },
          { id: 'slip' as const, name: documentName('slip'), note: t('With prices, to hand out.') },
          {
            id: 'day-end' as const,
            name: documentName('day-end'),
            note: t('When you print it on the page of the day.'),
          },
        ]}
        selected={documents}
        onChange={(chosen) => onChange({ documents: chosen })}
      />
      {isForOrders && (
        <ChoiceGroup
          type="radio"
          title={t('When')}
          choices={(['placed', 'picked', 'done'] as const).map((each) => ({ id: each, name: momentName(each) }))}
          selected={[moment]}
          onChange={([chosen]) => chosen && onChange({ moment: chosen })}
        />
      )}
      <div className={styles.pair}>
        <span className={styles.pairLabel}>{t('Copies')}</span>
        <Stepper
          label={t('copies')}
          value={copies}
          max={MOST_COPIES}
          onChange={(count) => onChange({ copies: count })}
        />
      </div>
      <Select
        label={t('Language of the tickets')}
        options={TICKET_LANGUAGES.map((code) => ({ value: code, label: ownLanguageName(code), lang: code }))}
        value={language}
        onChange={({ target }) => onChange({ language: target.value })}
      />
    </>
  );
}

/** Chooses the groups of the menu, as for a bar. Nothing is shown while the menu is not loaded: the chosen groups stay as they are. */
export function GroupChoice({ vendorId, settings, onChange }: FieldProps & { vendorId: string }) {
  const groups = useMenuGroups(vendorId);
  if (groups.length < 2) return null;
  const selected = settings.group_ids;
  return (
    <ChoiceGroup
      type="checkbox"
      title={t('Only these groups of the menu')}
      hint={selected.length === 0 ? t('The whole order') : undefined}
      choices={groups}
      selected={selected}
      onChange={(chosen) => onChange({ group_ids: chosen })}
    />
  );
}

interface TakeoverChoiceProps extends FieldProps {
  /** The other printers of the stall. */
  others: readonly { id: number; name: string }[];
}

export function TakeoverChoice({ settings, others, onChange }: TakeoverChoiceProps) {
  if (others.length === 0) return null;
  return (
    <Select
      label={t('If it cannot print')}
      hint={t('Tickets that wait for half a minute are printed there, and say so.')}
      options={[
        { value: '', label: t('They wait') },
        ...others.map(({ id, name }) => ({ value: String(id), label: t('Print on {name}', { name }) })),
      ]}
      value={String(settings.takeover_printer_id ?? '')}
      onChange={({ target }) => onChange({ takeover_printer_id: target.value === '' ? null : Number(target.value) })}
    />
  );
}
