import type { AuditEntry } from '@shared/contract/audit-log';
import type { SaidReason } from '@shared/contract/refusals';
import { ArrowUpRight, Copy, ListFilter } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { usePathOfRecord } from '../../core/record-page';
import { useFormat } from '../../i18n/use-format';
import { useSaid } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useCopy } from '../../ui/use-copy';
import { useFieldName } from '../audit-words';
import { changesOf } from './entry-changes';
import styles from './entry-details.module.css';
import { ValueWords } from './value-words';

type Props = {
  entry: AuditEntry;
  /** Shows all entries about a record. */
  onObject: (resource_id: string) => void;
};

/** What an entry changed, field by field, or why a request was refused; and the entry itself. */
export function EntryDetails({ entry, onObject }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const copy = useCopy();
  const pathOf = usePathOfRecord();
  const { audit_id, resource, resource_id, resource_name, hash } = entry;
  const page = resource_id && resource_name !== null ? pathOf(resource, resource_id) : undefined;
  return (
    <div className={styles.details}>
      {entry.outcome === 'refused' ? <Refusal entry={entry} /> : <Changes entry={entry} />}
      <div className={styles.foot}>
        <span className={styles.fact}>
          {t('audit.entry')} <b>{format.figure(audit_id)}</b>
        </span>
        <span className={styles.fact}>
          {t('audit.seal')} <code>{sealText(hash)}</code>
        </span>
        <span className={styles.space} />
        {resource_id !== null && (
          <Button look="quiet" icon={<Icon of={ListFilter} />} onPress={() => onObject(resource_id)}>
            {t('audit.aboutThis')}
          </Button>
        )}
        <Button look="quiet" icon={<Icon of={Copy} />} onPress={() => copy(JSON.stringify(entry, null, 2))}>
          {t('audit.copyJson')}
        </Button>
        {page !== undefined && (
          <Button look="quiet" icon={<Icon of={ArrowUpRight} />} onPress={() => void navigate(page)}>
            {t('audit.openRecord', { name: resource_name })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The beginning of a hash, in groups: `7E02 B94D`. */
const sealText = (hash: string): string => `${hash.slice(0, 4)} ${hash.slice(4, 8)}`.toUpperCase();

function Changes({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const fieldName = useFieldName();
  const changes = changesOf(entry);
  if (entry.details.redacted) return <p className={styles.nothing}>{t('audit.redacted')}</p>;
  if (changes.length === 0) return <p className={styles.nothing}>{t('audit.noChanges')}</p>;
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('audit.fieldOf')}</span>
          </th>
          <th scope="col">{t('audit.before')}</th>
          <th scope="col">{t('audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">{fieldName(path)}</th>
            <td dir="auto">
              <ValueWords path={path} value={before} />
            </td>
            <td dir="auto">
              <ValueWords path={path} value={after} before={{ value: before }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type RefusalDetails = { reason?: SaidReason; request?: string; left_out?: number; is_limit?: boolean };

function Refusal({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const say = useSaid();
  const { reason, request, left_out, is_limit } = entry.details as RefusalDetails;
  const facts = [
    reason && [t('audit.why'), say({ text: reason.code, reason })],
    !reason && [t('audit.why'), t('audit.wrongPassword')],
    request && [t('audit.request'), request],
    left_out && [t('audit.leftOut'), t('audit.leftOutText', { count: left_out })],
    is_limit && [t('audit.limit'), t('audit.limitText')],
  ].filter((fact): fact is string[] => Array.isArray(fact));
  return (
    <dl className={styles.facts}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
