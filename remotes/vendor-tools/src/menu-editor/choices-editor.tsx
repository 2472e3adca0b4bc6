import { Plus } from 'lucide-react';
import { Button, Card, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import { replaced, stepped, withCopy, without } from './list.rules';
import { type ChoicesDraft, type DraftErrors, newChoices, newPriced, type PricedDraft } from './menu-draft.rules';
import styles from './menu-editor.module.css';
import { PricedRows } from './priced-rows';
import { RowActions } from './row-actions';
import { useWriting } from './writing';

export interface ChoicesEditorProps {
  groups: readonly ChoicesDraft[];
  errors: DraftErrors;
  symbol: string;
  /** Explains which items the choices are for. */
  note: string;
  onChange: (groups: ChoicesDraft[]) => void;
}

/** Edits the groups of choices of an item or a section, such as toppings, sauces and ingredients to leave out. */
export function ChoicesEditor({ groups, errors, symbol, note, onChange }: ChoicesEditorProps) {
  const writing = useWriting();
  return (
    <section className={styles.section} aria-labelledby="choices">
      <h2 id="choices">{t('Choices')}</h2>
      <p className={styles.note}>{note}</p>
      {groups.map((group, index) => {
        const at = `option_groups.${index}`;
        const name = group.name.trim() || t('choices {number}', { number: index + 1 });
        const change = (changed: Partial<ChoicesDraft>) => onChange(replaced(groups, { ...group, ...changed }));
        return (
          <Card key={group.key} as="section" padded aria-label={name}>
            <div className={styles.form}>
              <TextInput
                {...writing}
                label={t('Name of the choices')}
                value={group.name}
                maxLength={200}
                error={errors[`${at}.name`]}
                onChange={({ target }) => change({ name: target.value })}
              />
              <div className={styles.limits}>
                <TextInput
                  label={t('At least')}
                  inputMode="numeric"
                  value={group.min_select}
                  error={errors[`${at}.min_select`]}
                  onChange={({ target }) => change({ min_select: target.value })}
                />
                <TextInput
                  label={t('At most')}
                  inputMode="numeric"
                  value={group.max_select}
                  hint={t('Empty: any number')}
                  error={errors[`${at}.max_select`]}
                  onChange={({ target }) => change({ max_select: target.value })}
                />
              </div>
              <PricedRows
                rows={group.options}
                path={`${at}.options`}
                errors={errors}
                noun="choice"
                hasAllergens
                symbol={symbol}
                addLabel={t('Add a choice')}
                onChange={(options) => change({ options })}
              />
              <RowActions
                name={name}
                status={group.status}
                isFirst={index === 0}
                isLast={index === groups.length - 1}
                canRemove
                onStatus={(status) => change({ status })}
                onStep={(direction) => onChange(stepped(groups, group.key, direction))}
                onDuplicate={() => onChange(withCopy(groups, group.key, copyGroup(groups, group)))}
                onRemove={() => onChange(without(groups, group.key))}
              />
            </div>
          </Card>
        );
      })}
      <div>
        <Button icon={Plus} onClick={() => onChange([...groups, newChoices(groups)])}>
          {t('Add choices')}
        </Button>
      </div>
    </section>
  );
}

/** Copies a group with new rows. */
function copyGroup(groups: readonly ChoicesDraft[], group: ChoicesDraft): ChoicesDraft {
  const { key } = newChoices(groups);
  const options: PricedDraft[] = [];
  for (const { name, price, status, allergens } of group.options) {
    options.push({ ...newPriced(options, name, price), status, allergens });
  }
  return { ...group, key, id: undefined, name: t('{name} (copy)', { name: group.name }), options };
}
