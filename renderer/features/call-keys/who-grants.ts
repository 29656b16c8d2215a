import { useTranslation } from 'react-i18next';
import { localeOf } from '../../i18n/i18n';
import { useCallKeys } from './use-call-keys';

/** What a person who cannot open the audio of a call can do, in one sentence; undefined if it opens, or until that is known. */
export function useWhoGrants(call_id: string | null): string | undefined {
  const { t, i18n } = useTranslation();
  const { data: keys } = useCallKeys(call_id);
  const [first] = keys ?? [];
  if (!keys || !first || keys.some(({ opens_for_you }) => opens_for_you)) return undefined;
  const granted = keys.find(({ can_grant }) => can_grant.length > 0);
  if (granted) {
    const people = new Intl.ListFormat(localeOf(i18n.language), { type: 'disjunction' });
    return t('callKeys.granters', {
      names: people.format(granted.can_grant.map(({ name }) => name)),
      key: granted.name,
    });
  }
  const held = keys.find(({ has_private_key }) => has_private_key);
  return held ? t('callKeys.noGranter', { key: held.name }) : t('callKeys.encryptsOnly', { key: first.name });
}
