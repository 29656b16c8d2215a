import type { AuditEntry } from '@shared/contract/audit-log';
import { exportAuditLog } from '@shared/contract/audit-log';
import { auditActions } from '@shared/contract/audited';
import { kindNames } from '@shared/kinds';
import { Ban, ChevronDown, Share, X } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../../api/api';
import { useEveryUser } from '../../core/every-user';
import { useFormat } from '../../i18n/use-format';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useListWords } from '../../list/use-list-words';
import { Button } from '../../ui/button';
import { FilterSelect } from '../../ui/filter-select';
import chip from '../../ui/filter-select.module.css';
import { Icon } from '../../ui/icon';
import { Person } from '../../ui/person';
import { Popover } from '../../ui/popover';
import { useDid, useResourceName, useWho } from '../audit-words';
import { saveFile } from '../call';
import { DateFilter, type DateValue, dateOf, dateText, useDateText } from '../calls';
import styles from './audit-log-page.module.css';
import { ChainStrip } from './chain-strip';
import { Door, useDoors } from './door';
import { useEntries } from './entries';
import { EntryDetails } from './entry-details';
import { type Filters, useFilters } from './filters';

const look: Look<AuditEntry> = {
  columns: [
    { id: 'time', cell: (record) => <Time {...record} /> },
    { id: 'who', cell: (record) => <Who {...record} /> },
    { id: 'did', cell: (record) => <Did entry={record} /> },
    { id: 'what', cell: (record) => <What {...record} /> },
    { id: 'door', cell: (record) => <Door {...record} /> },
    { id: 'open', cell: () => <Icon of={ChevronDown} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ audit_id }) => String(audit_id),
  texts: new Set(['who', 'did', 'what', 'door']),
  opener: 'open',
};

function Time({ created_at }: AuditEntry) {
  const format = useFormat();
  return <span title={format.full(created_at)}>{format.startedExactly(created_at)}</span>;
}

function Who(entry: AuditEntry) {
  const { name, isKnown } = useWho()(entry);
  return (
    <span className={styles.who}>
      <Person name={name} known={isKnown} />
    </span>
  );
}

function Did({ entry }: { entry: AuditEntry }) {
  const did = useDid()(entry);
  if (entry.outcome === 'done') return did;
  return (
    <span className={styles.refused}>
      <Icon of={Ban} size={14} />
      <span className={styles.name}>{did}</span>
    </span>
  );
}

function What({ resource, resource_name, resource_id, details }: AuditEntry) {
  const resourceName = useResourceName();
  const { changes, name, login } = details as { changes?: { name?: unknown[] }; name?: unknown; login?: unknown };
  // A record that is gone is named by what was deleted, a refused sign-in by the login.
  const known = [resource_name, changes?.name?.[0], changes?.name?.[1], name, login].find(
    (one) => typeof one === 'string' && one !== '',
  );
  if (known !== undefined) return String(known);
  return resource_id ? `${resourceName(resource)} ${resource_id.slice(0, 8)}` : '';
}

/** The audit log: whether it is whole, its entries with filters, and each entry before and after. */
export function AuditLogPage() {
  const { t } = useTranslation();
  const filters = useFilters();
  const { query } = filters;
  const hasFilters = Object.keys(query).length > 0;
  return (
    <ListPage
      title={t('audit.title')}
      look={look}
      list={useEntries(query)}
      columns={[
        { id: 'time', name: t('audit.time'), sorted: 'desc' },
        { id: 'who', name: t('audit.who') },
        { id: 'did', name: t('audit.did') },
        { id: 'what', name: t('audit.toWhat') },
        { id: 'door', name: t('audit.door') },
        { id: 'open', name: t('audit.details'), quiet: true },
      ]}
      filters={
        <div>
          <ChainStrip />
          <EntryFilters {...filters} />
        </div>
      }
      shows={JSON.stringify(query)}
      words={{
        ...useListWords('audit'),
        empty: t(hasFilters ? 'audit.noMatch' : 'audit.empty'),
        emptyText: t(hasFilters ? 'audit.noMatchText' : 'audit.emptyText'),
      }}
      emptyAction={hasFilters && <Button onPress={filters.clear}>{t('audit.clear')}</Button>}
      add={
        <Button icon={<Icon of={Share} />} onPress={() => void saveFile(addressOf(exportAuditLog, {}, query))}>
          {t('audit.export')}
        </Button>
      }
      details={(entry) => <EntryDetails entry={entry} onObject={(id) => filters.set('resource_id', id)} />}
    />
  );
}

/** The filters above the list: days, person, action, kind of record, outcome, and the object of an entry. */
function EntryFilters({ values, set, clear }: Filters) {
  const { t } = useTranslation();
  const users = useEveryUser();
  const resourceName = useResourceName();
  const { resource_id: object } = values;
  return (
    <div className={styles.entryFiltersRow} data-focus-group>
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
