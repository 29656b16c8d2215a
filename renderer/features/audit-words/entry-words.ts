import type { AuditEntry } from '@shared/contract/audit-log';
import type { AuditAction, AuditDoor, AuditResource } from '@shared/contract/audited';
import { useTranslation } from 'react-i18next';
import { isTextKey } from '../../i18n/i18n';

/** The actions and the kinds of record, in the order of the filters. Entries may have others, of a newer service. */
export const actions = [
  ...(['sign_in', 'sign_out', 'play', 'download', 'create', 'update', 'delete', 'restore', 'read'] as const),
  ...([
    'view_as',
    'view_as_end',
    'open',
    'export',
    'rewrap',
    'sign_url',
    'mute',
    'unmute',
    'destroy',
    'damaged',
  ] as const),
] as const satisfies readonly AuditAction[];
export const resources = [
  ...(['call', 'recording', 'note', 'category', 'client', 'custom_field', 'saved_search', 'import', 'file'] as const),
  ...(['report', 'report_run'] as const),
  ...(['evaluation_form', 'evaluation_report', 'evaluation_sample'] as const),
  ...(['user', 'group', 'role', 'tenant', 'session', 'second_factor', 'token', 'licence'] as const),
  ...(['encrypt_key', 'master_key', 'recovery_kit', 'backup', 'settings', 'audit_log', 'request', 'event'] as const),
] as const satisfies readonly AuditResource[];

/** The name of a kind of record, as a heading has it. */
export function useResourceName(): (resource: string) => string {
  const { t } = useTranslation();
  return (resource) => {
    const key = `audited.resource.${resource}`;
    return isTextKey(key) ? String(t(key)) : resource;
  };
}

/** What stands for someone who came in without signing in; through other doors, it was Earshot itself. */
const strangers: { readonly [D in AuditDoor]?: 'holder' | 'unknown' } = {
  signed_link: 'holder',
  window: 'unknown',
  api: 'unknown',
};

/** The name of the person who did it, or what stands for them. After a failed sign-in, it is not known who it was. */
export function useWho(): (entry: AuditEntry) => { name: string; isKnown: boolean } {
  const { t } = useTranslation();
  return ({ user_id, user_name, door, action, outcome }) => {
    if (action === 'sign_in' && outcome === 'refused') return { name: t('audited.unknown'), isKnown: false };
    if (user_name !== null) return { name: user_name, isKnown: true };
    if (user_id !== null) return { name: t('audited.gone'), isKnown: false };
    return { name: t(`audited.${(door && strangers[door]) ?? 'nobody'}`), isKnown: false };
  };
}

/** What an entry says in words: "Changed a role", "Was refused a download". */
export function useDid(): (entry: Pick<AuditEntry, 'action' | 'resource' | 'outcome'>) => string {
  const { t } = useTranslation();
  return ({ action, resource, outcome }) => {
    const [said, thing] = [`audited.${outcome}.${action}`, `audited.thing.${resource}`];
    const named = { thing: isTextKey(thing) ? String(t(thing)) : resource };
    return isTextKey(said) ? String(t(said, named)) : `${action} ${named.thing}`;
  };
}
