import { useTranslation } from 'react-i18next';
import { Password } from '../../form/fields';
import type { usePasswordForm } from './use-password-form';

type Props = { form: ReturnType<typeof usePasswordForm>; size: 'input' | 'page'; autoFocus?: boolean };

/** The present password, and the new one twice. */
export function PasswordFields({ form, size, autoFocus = false }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Password
        form={form}
        size={size}
        name="fieldset_login.current_password"
        label={t('account.current')}
        autoComplete="current-password"
        autoFocus={autoFocus}
      />
      <Password
        form={form}
        size={size}
        name="fieldset_login.password"
        label={t('account.new')}
        hint={t('account.newHint')}
        autoComplete="new-password"
      />
      <Password form={form} size={size} name="again" label={t('account.again')} autoComplete="new-password" />
    </>
  );
}
