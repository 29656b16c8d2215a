import type { User } from '@shared/contract/users';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../core/session';
import { OnOff, Password, TextLine } from '../../form/fields';
import { FieldRow, Section } from '../../form/section';
import { useFormat } from '../../i18n/use-format';
import { RemoveFactor } from './remove-factor';
import { ReplacePassword } from './replace-password';
import { type SectionProps, type UserValues, useLabels } from './user-values';

type Props = SectionProps & { user: User | null; onChanged: () => void };

/** How a user signs in: login, password, one-time code. */
export function SignInFields({ form, readOnly, user, onChanged }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const labels = useLabels();
  const field = <N extends keyof UserValues['fieldset_login']>(part: N) => {
    const name = `fieldset_login.${part}` as const;
    return { form, name, label: labels[name] ?? part, readOnly };
  };
  const isSelf = useSignedIn().user.user_id === user?.user_id;
  const saved = user?.fieldset_login;
  const last = saved?.last_sign_in_at;
  const hint = user && (last ? t('users.lastSignIn', { when: format.startedWithin(last) }) : t('users.notSignedInYet'));
  return (
    <Section title={t('users.signIn')} hint={hint ?? undefined}>
      <FieldRow>
        <TextLine {...field('login')} autoComplete="off" />
        {user ? (
          <ReplacePassword user={user} readOnly={readOnly} onChanged={onChanged} />
        ) : (
          <Password {...field('password')} hint={t('users.passwordHint')} autoComplete="new-password" />
        )}
      </FieldRow>
      <FieldRow low>
        <OnOff {...field('can_login')} unavailable={isSelf ? t('users.barSelf') : undefined} />
        <OnOff {...field('must_change_password')} />
        <OnOff {...field('require_2fa')} />
      </FieldRow>
      {user && saved?.has_second_factor && <RemoveFactor user={user} readOnly={readOnly} onChanged={onChanged} />}
    </Section>
  );
}
