import type { AuditEntry } from '@shared/contract/audit-log';
import type { SaidReason } from '@shared/contract/refusals';
import { holds } from '@shared/permissions';
import { ArrowUpRight, Copy, ListFilter } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type RecordKind, recordKinds, useNames } from '../../core/record-choices';
import { usePathOfRecord } from '../../core/record-page';
import { useSignedIn, useZone } from '../../core/session';
import { isTextKey } from '../../i18n/i18n';
import { inZone } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { useSaid } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useCopy } from '../../ui/use-copy';
import { type Change, changesIn, useFieldName } from '../audit-words';
import styles from './entry-details.module.css';
import '../roles';

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
  if (entry.details.withheld) return <p className={styles.nothing}>{t('audit.withheld')}</p>;
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

type ValueWordsProps = {
  path: string;
  value: unknown;
  /** The value before, if this is the one after: what is new in it is marked. */
  before?: { value: unknown };
};

/** The kinds of record that fields of other names than their ids have. */
const kinds: Readonly<Record<string, RecordKind>> = {
  sent_by: 'user_id',
  users: 'user_id',
  granted_users: 'user_id',
  form_id: 'evaluation_form_id',
  groups: 'group_id',
  managed_groups: 'group_id',
  parent_id: 'category_id',
  categories: 'category_id',
  managed_tenants: 'tenant_id',
};
/** The kind of record that a field names by its id. */
const kindOf = (field: string): RecordKind | undefined =>
  Object.hasOwn(recordKinds, field)
    ? (field as RecordKind)
    : (kinds[field] ?? (field.endsWith('_user_id') ? 'user_id' : undefined));
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/;

/** A value of a field in words. */
function ValueWords({ path, value, before }: ValueWordsProps) {
  const { t } = useTranslation();
  const parts = partsOf(value);
  const say = usePartWords(path, parts);
  if (parts.length === 0) return <span className={styles.none}>{t('audit.none')}</span>;
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a value do not change
    <span key={at}>
      {at > 0 && ', '}
      {before && isNew(part, before.value) ? <ins className={styles.new}>{say(part)}</ins> : say(part)}
    </span>
  ));
}

/** The words for a part of a field's value: the name of a record or a right, anything else as it is. */
function usePartWords(path: string, parts: readonly unknown[]): (part: unknown) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const zone = useZone();
  const [first = '', ...rest] = path.split('.');
  const last = rest.at(-1) ?? first;
  const kind = kindOf(last);
  const { role, multi_tenancy } = useSignedIn();
  const ids =
    kind && holds(role.permissions, recordKinds[kind].right)
      ? parts.filter((part) => typeof part === 'string').map((id) => ({ kind, id }))
      : [];
  const names = useNames(ids);
  return (part) => {
    if (typeof part === 'boolean') return t(part ? 'ui.yes' : 'ui.no');
    if (typeof part === 'number') return format.figure(part);
    if (typeof part !== 'string') return said(part);
    if (kind) return names.get(part) ?? part.slice(0, 8);
    if (time.test(part)) return format.full(inZone(part, zone));
    const keys = [
      ...(first === 'permissions' ? [`rights.columns.${part}`, `rights.names.${last}.${part}`] : []),
      ...(last === 'access_level' ? [`roles.${multi_tenancy ? 'reach' : 'reachOfOne'}.${part}`] : []),
      `audit.value.${last}.${part}`,
    ];
    const key = keys.find(isTextKey);
    return key === undefined ? part : String(t(key));
  };
}

/** A nested value, by what names it. */
function said(part: unknown): string {
  const { name, phone_number, value, label } = part as Record<string, unknown>;
  const known = [name, phone_number, label, value].filter((one) => typeof one === 'string' && one !== '');
  return known.length > 0 ? known.join(' ') : JSON.stringify(part);
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/**
 * The changed fields of an entry. A new record is shown by the fields that have a value, and its id by the entry
 * itself. What is not a change, such as a password that was replaced, has no value before.
 */
function changesOf(entry: AuditEntry): Change[] {
  const { action, resource_id } = entry;
  const { changes: _, ...others } = entry.details;
  const fields = changesIn(entry)
    .filter(({ before, after }) => before !== resource_id && after !== resource_id)
    .filter(({ before, after }) => action === 'update' || !(isEmpty(before) && isEmpty(after)));
  const facts = Object.entries(others)
    .filter(([name]) => !ofRefusal.has(name))
    .map(([path, after]) => ({ path, before: null, after }));
  return [...fields, ...facts];
}

/** The facts of a refusal, which have sentences of their own. */
const ofRefusal = new Set(['reason', 'request', 'door', 'left_out', 'is_limit']);

/** The parts of a value, for the words of a list: one for a plain value. */
const partsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : isEmptyText(value) ? [] : [value]);

const isEmptyText = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Whether a part of the value after the change was not in the value before. */
const isNew = (part: unknown, before: unknown): boolean =>
  !partsOf(before).some((one) => JSON.stringify(one) === JSON.stringify(part));
