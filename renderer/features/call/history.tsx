import { type AuditEntry, listAuditLog } from '@shared/contract/audit-log';
import type { Call } from '@shared/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import { useFormat } from '../../i18n/use-format';
import { PaneError } from '../../ui/pane-error';
import { useChangeWords, useDid, useWho } from '../audit-words';
import { useCodeText } from './code-text';
import styles from './rows.module.css';

/** The most entries that are shown; a link leads to all of them. */
const most = 50;

/** The latest entries of the audit log about the call. */
export function LongHistory({ call: { call_id } }: { call: Call }) {
  const { t } = useTranslation();
  const format = useFormat();
  const code = useCodeText();
  const [did, changes, author] = [useDid(), useChangeWords(), useWho()];
  const valueText = (path: string, value: unknown): string => {
    if (value === null || value === '') return '–';
    if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no');
    return typeof value === 'number' ? code(path, value) : String(value);
  };
  /** A line for each field with its values, and one for the others. */
  const said = (entry: AuditEntry): string[] => {
    const all = changes(entry);
    const others = all.filter(({ values }) => values === undefined).map(({ name }) => name);
    const lines = all.flatMap(({ path, name, values }) => {
      if (values === undefined) return [];
      const [before, after] = values.map((value) => valueText(path, value));
      return [t('audited.fromTo', { name, before, after })];
    });
    if (others.length > 0) lines.push(t('audited.with', { did: did(entry), fields: others.join(', ') }));
    return lines.length > 0 ? lines : [did(entry)];
  };
  const { data, error, refetch } = useQuery({
    queryKey: callKeys.history(call_id, most),
    queryFn: ({ signal }) =>
      api(listAuditLog, {
        query: { resource: 'call', resource_id: call_id, limit: most },
        view: 'call history',
        signal,
      }),
  });
  if (!data && error) return <PaneError title={t('call.historyFailed')} error={error} onRetry={() => void refetch()} />;
  const { audit_log: entries, next_url } = data ?? {};
  return (
    <>
      <ul className={styles.links}>
        {entries?.length === 0 && <li className={styles.none}>{t('call.historyNone')}</li>}
        {entries?.map((entry) => (
          <li key={entry.audit_id} className={styles.entry}>
            <span className={styles.quiet}>{format.started(entry.created_at)}</span>
            <span className={styles.lines}>
              {said(entry).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </span>
            <span className={styles.quiet}>{author(entry).name}</span>
          </li>
        ))}
      </ul>
      {next_url && <Link to={`/admin/audit-log?resource=call&resource_id=${call_id}`}>{t('call.historyAll')}</Link>}
    </>
  );
}
