import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { OpeningHours, OpeningMode } from 'shared-contracts/types';
import { ChoiceGroup } from 'shared-contracts/ui';
import { t } from '../words';
import { changeMode } from './hours.resource';

/** Switches between by the hours, open and closed. A choice takes effect at once. */
export function ModeSwitch({ vendorId, hours }: { vendorId: string; hours: OpeningHours }) {
  const change = useMutation<void, Error, OpeningMode>({
    mutationFn: (mode) => changeMode(vendorId, mode),
    onError: () => showToast(t('That was not saved. Please try again.'), { color: 'danger' }),
  });
  const isTimed = Boolean(hours.schedule ?? hours.hall_schedule);
  const choices = [
    {
      id: 'schedule' as const,
      name: t('By the hours'),
      note: isTimed ? t('Opens and closes by itself.') : t('No hours are set: always open.'),
    },
    { id: 'open' as const, name: t('Open'), note: t('Takes orders until you change it.') },
    { id: 'closed' as const, name: t('Closed'), note: t('Takes no new orders until you change it.') },
  ];
  return (
    <ChoiceGroup
      type="radio"
      title={t('New orders')}
      choices={choices.map((choice) => ({ ...choice, disabled: change.isPending }))}
      selected={[change.isPending ? change.variables : hours.mode]}
      onChange={([mode]) => mode && change.mutate(mode)}
    />
  );
}
