import { recordName } from '@shared/contract/fields';
import { type Token, tokenAccess, tokenApi } from '@shared/contract/tokens';
import { dayMs } from '@shared/duration';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { z } from 'zod';
import { changedByToken, tokenKeys } from '../../api/cache/tokens';
import { every } from '../../api/every';
import { refresh } from '../../core/query-client';
import { useSignedIn } from '../../core/session';
import { OneOfFew } from '../../form/choices';
import { TextLine } from '../../form/fields';
import { LeaveDialog } from '../../form/leave-dialog';
import { SecretCard } from '../../form/secret-card';
import { useApiForm } from '../../form/use-api-form';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { PaneError } from '../../ui/pane-error';
import { RevokeToken } from './revoke-token';
import styles from './token-section.module.css';

/** Lists, makes and revokes the access tokens of the signed-in user. */
export function TokenSection() {
  const { t } = useTranslation();
  const { user_id } = useSignedIn().user;
  const { data: tokens, error, refetch } = useTokens(user_id);
  const [made, setMade] = useState<MadeToken | null>(null);
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

/** A token that was just made. */
type MadeToken = { name: string; access: Token['access']; expires_at: string | null; token: string };
type NewProps = { user_id: string; onMade: (made: MadeToken) => void };

/** The form keeps the end as a text, which the contract reads as a time. */
const rules = z.object({ name: recordName(), access: z.enum(tokenAccess), expires_at: z.string().nullable() });

/** After how many days a new token can end. */
const lasting = [30, 90, 365] as const;

function NewToken({ user_id, onMade }: NewProps) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const [ends] = useState(() =>
    lasting.map((days) => ({ days, at: new Date(Date.now() + days * dayMs).toISOString() })),
  );
  const form = useApiForm(tokenApi.create, {
    values: { name: '', access: 'all' as Token['access'], expires_at: null as string | null },
    rules,
    params: { user_id },
    onSaved: ({ answer }, { name, access, expires_at }) => {
      onMade({ name, access, expires_at, token: answer.token });
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
      <OneOfFew
        form={form}
        name="access"
        label={t('account.tokenAccess')}
        choices={tokenAccess.map((id) => ({ id, name: t(`account.access.${id}`) }))}
      />
      <OneOfFew
        form={form}
        name="expires_at"
        label={t('account.tokenEnds')}
        choices={[
          { id: null, name: t('account.tokenNoEnd') },
          ...ends.map(({ days, at }) => ({ id: at, name: t(`account.ends.${days}`) })),
        ]}
      />
      <Button type="submit" size="input" busy={form.busy}>
        {t('account.newToken')}
      </Button>
      {form.said !== null && <FormMessage>{form.said}</FormMessage>}
    </form>
  );
}

function TokenRow({ user_id, token }: { user_id: string; token: Token }) {
  const { token_id, name, hint, last_used_at } = token;
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li className={styles.token}>
      <span className={styles.name}>
        {name} {hint && <span className={styles.hint}>…{hint}</span>}
      </span>
      <span className={styles.limits}>
        <TokenAccess {...token} />
      </span>
      <span className={styles.limits}>
        <TokenEnd {...token} />
      </span>
      <span className={styles.used}>
        {last_used_at ? t('account.tokenUsed', { when: format.startedWithin(last_used_at) }) : t('account.tokenUnused')}
      </span>
      <RevokeToken user_id={user_id} token_id={token_id} name={name} />
    </li>
  );
}

/** What a token may do of what its user may. */
export function TokenAccess({ access, scope }: Token) {
  const { t } = useTranslation();
  return t(scope === null ? `account.access.${access}` : `account.accessOfSome.${access}`);
}

/** Until when a token lasts. */
export function TokenEnd({ expires_at, is_expired }: Token) {
  const { t } = useTranslation();
  const format = useFormat();
  if (expires_at === null) return t('account.tokenNoEnd');
  return t(is_expired ? 'account.tokenExpired' : 'account.tokenUntil', { day: format.day(expires_at) });
}

/** The access tokens of a user, by name. */
const useTokens = (user_id: string) =>
  useQuery({
    queryKey: tokenKeys.of(user_id),
    queryFn: ({ signal }) => every(tokenApi.list, 'tokens', signal, { params: { user_id } }),
  });

/** A new token, which is shown only now. */
function TokenCard({ name, access, expires_at, token, onSaved }: MadeToken & { onSaved: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <SecretCard label={t('account.token', { name })} name={name} secret={token} onSaved={onSaved}>
      {t(`account.tokenRights.${access}`)}{' '}
      {expires_at === null ? t('account.tokenLasts') : t('account.tokenLastsUntil', { day: format.day(expires_at) })}
    </SecretCard>
  );
}
