import { useTranslation } from 'react-i18next';
import { Password, TextLine } from '../../form/fields';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { CodeField } from './code-field';
import styles from './sign-in-page.module.css';
import { useSignInForm } from './use-sign-in-form';

/** Asks for login and password. */
export function SignIn() {
  const { t } = useTranslation();
  const form = useSignInForm('', t('signIn.wrong'));
  return (
    <>
      <h1 className={styles.title}>{t('signIn.title')}</h1>
      <form className={styles.form} data-page-focus onSubmit={form.onSubmit} noValidate>
        <TextLine form={form} size="page" name="login" label={t('signIn.login')} autoComplete="username" autoFocus />
        <Password
          form={form}
          size="page"
          name="password"
          label={t('signIn.password')}
          autoComplete="current-password"
        />
        <CodeField form={form} />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
        <div>
          <Button type="submit" look="ink" size="page" busy={form.busy}>
            {t('signIn.submit')}
          </Button>
        </div>
      </form>
    </>
  );
}
