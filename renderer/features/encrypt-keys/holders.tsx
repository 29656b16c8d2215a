import { type EncryptKey, grantKey, revokeKey } from '@shared/contract/encrypt-keys';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByEncryptKey } from '../../api/cache/encrypt-keys';
import { useEveryUser } from '../../core/every-user';
import { refresh } from '../../core/query-client';
import { useHolds } from '../../core/session';
import { Section } from '../../form/section';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { ChoiceField } from '../../ui/choice-field';
import { FormMessage } from '../../ui/form-message';
import { toast } from '../../ui/toast';
import styles from './holders.module.css';

type Props = {
  encryptKey: EncryptKey;
  /** The key has another version now. */
  onChanged: () => void;
};

/** The users who can open a key in user mode. Only they can grant it. */
export function Holders({ encryptKey: { key_id, name, granted_users }, onChanged }: Props) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const mayGrant = useHolds('encrypt_keys:grant');
  const maySee = useHolds('users:view');
  const [chosen, setChosen] = useState('');
  const users = useEveryUser();
  const nameOf = (id: string) => users?.find(({ user_id }) => user_id === id)?.name ?? t('encryptKeys.unknownUser');
  const change = useMutation({
    mutationFn: ({ user_id, grants }: { user_id: string; grants: boolean }) =>
      api(grants ? grantKey : revokeKey, { params: { key_id, user_id } }),
    onSuccess: async (_, { user_id, grants }) => {
      setChosen('');
      onChanged();
      toast(t(grants ? 'encryptKeys.granted' : 'encryptKeys.revoked', { user: nameOf(user_id), name }));
      await refresh(changedByEncryptKey);
    },
  });
  const others = (users ?? []).filter(({ user_id }) => !granted_users.includes(user_id));
  const unavailable = mayGrant ? undefined : t('encryptKeys.mayNotGrant');
  return (
    <Section title={t('encryptKeys.holders')} hint={t('encryptKeys.holdersHint')}>
      <ul className={styles.holders}>
        {granted_users.map((user_id) => (
          <li key={user_id}>
            <Avatar name={nameOf(user_id)} size={22} />
            <span className={styles.name}>{nameOf(user_id)}</span>
            <Button
              look="quiet"
              busy={change.isPending}
              unavailable={unavailable ?? (granted_users.length === 1 ? t('encryptKeys.lastHolder') : undefined)}
              aria-label={t('encryptKeys.revokeFrom', { user: nameOf(user_id) })}
              onPress={() => change.mutate({ user_id, grants: false })}
            >
              {t('encryptKeys.revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {maySee && (
        <div className={styles.add}>
          <ChoiceField
            label={t('encryptKeys.grantTo')}
            value={chosen}
            onChange={setChosen}
            choices={others.map((user) => ({ id: user.user_id, name: user.name }))}
          />
          <Button
            size="input"
            busy={change.isPending}
            unavailable={unavailable ?? (chosen === '' ? t('encryptKeys.chooseUser') : undefined)}
            onPress={() => change.mutate({ user_id: chosen, grants: true })}
          >
            {t('encryptKeys.grant')}
          </Button>
        </div>
      )}
      {change.error && <FormMessage>{refusalText(change.error)}</FormMessage>}
    </Section>
  );
}
