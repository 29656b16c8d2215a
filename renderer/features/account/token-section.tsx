import { type Token, tokenApi } from '@shared/contract/tokens';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByToken } from '../../api/cache/tokens';
import { refresh } from '../../core/query-client';
import { useSignedIn } from '../../core/session';
import { TextLine } from '../../form/fields';
import { LeaveDialog } from '../../form/leave-dialog';
import { useApiForm } from '../../form/use-api-form';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { PaneError } from '../../ui/pane-error';
import { toast } from '../../ui/toast';
import { TokenCard } from './token-card';
import styles from './token-section.module.css';
import { useTokens } from './tokens';

/** The access tokens of the signed-in user: what there are, a new one, and their end. */
export function TokenSection() {
  const { t } = useTranslation();
  const { user_id } = useSignedIn().user;
  const { data: tokens, error, refetch } = useTokens(user_id);
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  if (error) return <PaneError title={t('account.tokensFailed')} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {made ? <TokenCard {...made} onSaved={() => setMade(null)} /> : <NewToken user_id={user_id} onMade={setMade} />}
      <LeaveDialog hasUnsaved={() => made !== null} names={made?.name ?? ''} />
      {tokens && tokens.length > 0 && (
        <ul className={styles.tokens}>
          {tokens.map((token) => (
            <TokenRow key={token.token_id} user_id={user_id} token={token} />
          ))}
        </ul>
      )}
    </>
  );
}

type NewProps = { user_id: string; onMade: (made: { name: string; token: string }) => void };

function NewToken({ user_id, onMade }: NewProps) {
  const { t } = useTranslation();
  const form = useApiForm(tokenApi.create, {
    values: { name: '' },
    params: { user_id },
    onSaved: ({ answer }, { name }) => {
      onMade({ name, token: answer.token });
      void refresh(changedByToken);
    },
  });
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <TextLine form={form} name="name" label={t('account.tokenName')} hint={t('account.tokenNameHint')} />
      <Button type="submit" size="input" busy={form.busy}>
        {t('account.newToken')}
      </Button>
      {form.said !== null && <FormMessage>{form.said}</FormMessage>}
    </form>
  );
}

function TokenRow({ user_id, token: { token_id, name, last_used_at } }: { user_id: string; token: Token }) {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const [isAsking, setAsking] = useState(false);
  const revoke = useMutation({
    gcTime: 0,
    mutationFn: () => api(tokenApi.delete, { params: { user_id, token_id } }),
    onSuccess: async () => {
      setAsking(false);
      toast(t('account.revoked', { name }));
      await refresh(changedByToken);
    },
  });
  const close = () => {
    setAsking(false);
    revoke.reset();
  };
  return (
    <li className={styles.token}>
      <span className={styles.name}>{name}</span>
      <span className={styles.used}>
        {last_used_at ? t('account.tokenUsed', { when: format.startedWithin(last_used_at) }) : t('account.tokenUnused')}
      </span>
      <Button look="quiet" aria-label={t('account.revokeNamed', { name })} onPress={() => setAsking(true)}>
        {t('account.revoke')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title={t('account.revokeTitle', { name })}
        role="alertdialog"
        actions={
          <>
            <Button autoFocus onPress={close}>
              {t('account.keepToken')}
            </Button>
            <Button look="danger" busy={revoke.isPending} onPress={() => revoke.mutate()}>
              {t('account.revokeNow')}
            </Button>
          </>
        }
      >
        <p>{t('account.revokeText')}</p>
        {revoke.error && <FormMessage>{refusalText(revoke.error)}</FormMessage>}
      </Dialog>
    </li>
  );
}
