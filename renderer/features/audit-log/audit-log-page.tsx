import type { AuditEntry } from '@shared/contract/audit-log';
import { exportAuditLog } from '@shared/contract/audit-log';
import { Ban, ChevronDown, Share } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../../api/api';
import { useFormat } from '../../i18n/use-format';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useListWords } from '../../list/use-list-words';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Person } from '../../ui/person';
import { useDid, useResourceName, useWho } from '../audit-words';
import { saveFile } from '../call';
import styles from './audit-log-page.module.css';
import { ChainStrip } from './chain-strip';
import { Door } from './door';
import { useEntries } from './entries';
import { EntryDetails } from './entry-details';
import { EntryFilters } from './entry-filters';
import { useFilters } from './filters';

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
