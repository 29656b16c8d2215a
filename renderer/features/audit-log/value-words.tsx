import { holds } from '@shared/permissions';
import { useTranslation } from 'react-i18next';
import { type RecordKind, recordKinds, useNames } from '../../core/record-choices';
import { useSignedIn, useZone } from '../../core/session';
import { isTextKey } from '../../i18n/i18n';
import { inZone } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import '../roles';
import { isNew, partsOf } from './entry-changes';
import styles from './entry-details.module.css';

type Props = {
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
export function ValueWords({ path, value, before }: Props) {
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
