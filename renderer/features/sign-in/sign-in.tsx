import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { FormField, FormPasswordField } from '../../ui/form-field';
import { FormMessage } from '../../ui/form-message';
import styles from './sign-in-page.module.css';
import { useSignInForm } from './use-sign-in-form';

/** Asks for login and password. */
export function SignIn() {
  const { t } = useTranslation();
  const { control, onSubmit, busy, said } = useSignInForm('', t('signIn.wrong'));
  return (
    <>
      <h1 className={styles.title}>{t('signIn.title')}</h1>
      <form className={styles.form} data-page-focus onSubmit={onSubmit} noValidate>
        <FormField control={control} name="login" label={t('signIn.login')} autoComplete="username" autoFocus />
        <FormPasswordField
          control={control}
          name="password"
          label={t('signIn.password')}
          autoComplete="current-password"
        />
        {said !== null && <FormMessage>{said}</FormMessage>}
        <div>
          <Button type="submit" look="ink" size="page" busy={busy}>
            {t('signIn.submit')}
          </Button>
        </div>
      </form>
    </>
  );
}
