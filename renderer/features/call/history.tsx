import { listAuditLog } from '@shared/contract/audit-log';
import type { Call } from '@shared/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { titleWhenCut } from '../../ui/title-when-cut';
import { useDid, useWho } from '../audit-words';
import styles from './rows.module.css';
import { Section } from './section';

/** The latest entries of the audit log about the call, for those who may see it. */
export function History({ call }: { call: Call }) {
  return useHolds('audit:view') ? <Entries call_id={call.call_id} most={5} titled /> : null;
}

/** The same without a title, and more of them, for a tab. */
export const LongHistory = ({ call }: { call: Call }) => <Entries call_id={call.call_id} most={50} />;

function Entries({ call_id, most, titled = false }: { call_id: string; most: number; titled?: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [did, who] = [useDid(), useWho()];
  const { data, isError } = useQuery({
    queryKey: callKeys.history(call_id, most),
    queryFn: ({ signal }) =>
      api(listAuditLog, {
        query: { resource: 'call', resource_id: call_id, limit: most },
        view: 'call history',
        signal,
      }),
  });
  if (isError) return null;
  const { audit_log: entries, next_url } = data ?? {};
  const all = next_url && (
    <Link to={`/admin/audit-log?resource=call&resource_id=${call_id}`}>{t('call.historyAll')}</Link>
  );
  const rows = (
    <ul className={styles.links}>
      {entries?.length === 0 && <li className={styles.none}>{t('call.historyNone')}</li>}
      {entries?.map((entry) => (
        <li key={entry.audit_id} className={styles.entry}>
          <span className={styles.quiet}>{format.started(entry.created_at)}</span>
          <span className={styles.grow} onPointerEnter={titleWhenCut}>
            {did(entry)}
          </span>
          <span className={styles.quiet}>{who(entry)}</span>
        </li>
      ))}
    </ul>
  );
  if (titled)
    return (
      <Section title={t('call.history')} note={all}>
        {rows}
      </Section>
    );
  return (
    <>
      {rows}
      {all}
    </>
  );
}
