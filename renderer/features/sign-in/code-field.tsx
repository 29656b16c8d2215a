import { useTranslation } from 'react-i18next';
import { TextLine } from '../../form/fields';
import type { useSignInForm } from './use-sign-in-form';

/** Asks for the code of the second factor once the password was right. It appears with the focus. */
export function CodeField({ form }: { form: ReturnType<typeof useSignInForm> }) {
  const { t } = useTranslation();
  if (!form.asksCode) return null;
  return (
    <TextLine
      form={form}
      size="page"
      name="otp"
      label={t('signIn.code')}
      hint={t('signIn.codeHint')}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
    />
  );
}
