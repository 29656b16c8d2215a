import type { AuditEntry } from '@shared/contract/audit-log';
import { type AuditDoor, auditActions } from '@shared/contract/audited';
import { kindNames } from '@shared/kinds';
import { isOneOf } from '@shared/one-of';
import { useTranslation } from 'react-i18next';

/**
 * The name of a kind of record, as a heading has it. An archive may have entries of another version, with actions or
 * records that have no words here.
 */
export function useResourceName(): (resource: string) => string {
  const { t } = useTranslation();
  return (resource) => (isOneOf(kindNames, resource) ? t(`kinds.${resource}.one`) : resource);
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
    const thing = isOneOf(kindNames, resource) ? t(`kinds.${resource}.a`) : resource;
    if (!isOneOf(auditActions, action)) return `${action} ${thing}`;
    // Earshot does these by itself: nobody is refused them.
    return outcome === 'refused' && action !== 'damaged' && action !== 'source_removed'
      ? t(`audited.refused.${action}`, { thing })
      : t(`audited.done.${action}`, { thing });
  };
}
