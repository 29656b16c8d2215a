import { type Token, tokenApi } from '@shared/contract/tokens';
import { useQuery } from '@tanstack/react-query';
import { Copy, Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { changedByToken, tokenKeys } from '../../api/cache/tokens';
import { every } from '../../api/every';
import { refresh } from '../../core/query-client';
import { useSignedIn } from '../../core/session';
import { TextLine } from '../../form/fields';
import { LeaveDialog } from '../../form/leave-dialog';
import { useApiForm } from '../../form/use-api-form';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { PaneError } from '../../ui/pane-error';
import torn from '../../ui/torn-card.module.css';
import { useCopy } from '../../ui/use-copy';
import { RevokeToken } from './revoke-token';
import styles from './token-section.module.css';

/** Lists, makes and revokes the access tokens of the signed-in user. */
export function TokenSection() {
  const { t } = useTranslation();
  const { user_id } = useSignedIn().user;
  const { data: tokens, error, refetch } = useTokens(user_id);
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  return (
    <>
      {made ? <TokenCard {...made} onSaved={() => setMade(null)} /> : <NewToken user_id={user_id} onMade={setMade} />}
      <LeaveDialog hasUnsaved={() => made !== null} names={made?.name ?? ''} />
      {error && !tokens && <PaneError title={t('account.tokensFailed')} error={error} onRetry={() => void refetch()} />}
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
  const { hash } = useLocation();
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
      <TextLine
        form={form}
        name="name"
        label={t('account.tokenName')}
        hint={t('account.tokenNameHint')}
        autoFocus={hash === '#new-token'}
      />
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
  return (
    <li className={styles.token}>
      <span className={styles.name}>{name}</span>
      <span className={styles.used}>
        {last_used_at ? t('account.tokenUsed', { when: format.startedWithin(last_used_at) }) : t('account.tokenUnused')}
      </span>
      <RevokeToken user_id={user_id} token_id={token_id} name={name} />
    </li>
  );
}

/** The access tokens of a user, by name. */
const useTokens = (user_id: string) =>
  useQuery({
    queryKey: tokenKeys.of(user_id),
    queryFn: ({ signal }) => every(tokenApi.list, 'tokens', signal, { params: { user_id } }),
  });

type TokenCardProps = { name: string; token: string; onSaved: () => void };

/** A new token, which is shown only now, until its owner has saved it. */
function TokenCard({ name, token, onSaved }: TokenCardProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <section className={torn.card} aria-label={t('account.token', { name })}>
      <header className={styles.head}>
        <div>
          <h3 className={styles.tokenCardName}>{name}</h3>
          <p className={styles.quiet}>{t('account.tokenRights')}</p>
        </div>
        <span className={styles.once}>
          <Icon of={Eye} size={14} />
          {t('account.shownOnce')}
        </span>
      </header>
      <div className={torn.tear} aria-hidden="true" />
      <div className={styles.foot}>
        <code className={styles.tokenCardToken}>{token}</code>
        <Button look="ink" autoFocus icon={<Icon of={Copy} />} onPress={() => copy(token)}>
          {t('account.copy')}
        </Button>
        <Button look="quiet" onPress={onSaved}>
          {t('account.savedIt')}
        </Button>
      </div>
    </section>
  );
}
