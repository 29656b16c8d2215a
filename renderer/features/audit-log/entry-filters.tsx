import { auditActions } from '@shared/contract/audited';
import { kindNames } from '@shared/kinds';
import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useEveryUser } from '../../core/every-user';
import { Button } from '../../ui/button';
import { FilterSelect } from '../../ui/filter-select';
import chip from '../../ui/filter-select.module.css';
import { Icon } from '../../ui/icon';
import { Popover } from '../../ui/popover';
import { useResourceName } from '../audit-words';
import { DateFilter, type DateValue, dateOf, dateText, useDateText } from '../calls';
import { useDoors } from './door';
import styles from './entry-filters.module.css';
import type { Filters } from './filters';

/** The filters above the list: days, person, action, kind of record, outcome, and the object of an entry. */
export function EntryFilters({ values, set, clear }: Filters) {
  const { t } = useTranslation();
  const users = useEveryUser();
  const resourceName = useResourceName();
  const { resource_id: object } = values;
  return (
    <div className={styles.row} data-focus-group>
      <Days value={dateOf(values.daterange)} onChange={(days) => set('daterange', days && dateText(days))} />
      {users && (
        <FilterSelect
          label={t('audit.who')}
          any={t('audit.anyone')}
          value={values.user_id ?? null}
          onChange={(id) => set('user_id', id)}
          choices={users.map(({ user_id: id, name }) => ({ id, name }))}
        />
      )}
      <FilterSelect
        label={t('audit.did')}
        any={t('audit.anything')}
        value={values.action ?? null}
        onChange={(id) => set('action', id)}
        choices={auditActions.map((id) => ({ id, name: t(`audit.actionName.${id}`) }))}
      />
      <FilterSelect
        label={t('audit.toWhat')}
        any={t('audit.anything')}
        value={values.resource ?? null}
        onChange={(id) => set('resource', id)}
        choices={kindNames.map((id) => ({ id, name: resourceName(id) }))}
      />
      <FilterSelect
        label={t('audit.outcome')}
        any={t('audit.anyOutcome')}
        value={values.outcome ?? null}
        onChange={(id) => set('outcome', id)}
        choices={(['done', 'refused'] as const).map((id) => ({ id, name: t(`audit.outcomes.${id}`) }))}
      />
      <FilterSelect
        label={t('audit.door')}
        any={t('audit.anyDoor')}
        value={values.door ?? null}
        onChange={(id) => set('door', id)}
        choices={useDoors()}
      />
      {object !== undefined && (
        <AriaButton
          className={styles.object ?? ''}
          aria-label={`${t('audit.oneObject')}: ${t('audit.everyObject')}`}
          onPress={() => set('resource_id', null)}
        >
          {t('audit.oneObject')}
          <Icon of={X} size={14} />
        </AriaButton>
      )}
      {Object.keys(values).length > 0 && (
        <Button look="quiet" onPress={clear}>
          {t('audit.clear')}
        </Button>
      )}
    </div>
  );
}

type DaysProps = { value: DateValue | null; onChange: (days: DateValue | null) => void };

function Days({ value, onChange }: DaysProps) {
  const { t } = useTranslation();
  const dateInWords = useDateText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={t('audit.when')}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <AriaButton className={chip.opener ?? ''}>
          <span className={chip.label}>{t('audit.when')}</span>
          {value ? dateInWords(value) : t('audit.anyTime')}
          <Icon of={ChevronDown} size={14} />
        </AriaButton>
      }
    >
      <DateFilter value={value} onChange={onChange} onDone={() => setOpen(false)} />
      {value && (
        <div className={styles.foot}>
          <Button
            look="quiet"
            onPress={() => {
              onChange(null);
              setOpen(false);
            }}
          >
            {t('audit.anyTime')}
          </Button>
        </div>
      )}
    </Popover>
  );
}
