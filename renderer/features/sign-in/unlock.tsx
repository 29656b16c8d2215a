import { useTranslation } from 'react-i18next';
import { forgetLeft } from '../../core/left';
import { Password } from '../../form/fields';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { CodeField } from './code-field';
import styles from './sign-in-page.module.css';
import { useSignInForm } from './use-sign-in-form';

/** Asks the user who was here only for the password. Another user signs in with their login. */
export function Unlock({ name, login }: { name: string; login: string }) {
  const { t } = useTranslation();
  const form = useSignInForm(login, t('signIn.wrongPassword'));
  return (
    <>
      <h1 className={styles.title}>{t('signIn.locked')}</h1>
      <p className={styles.lead}>{t('signIn.lockedText')}</p>
      <form className={styles.form} data-page-focus onSubmit={form.onSubmit} noValidate>
        <p className={styles.person}>
          <span className={styles.name}>{name}</span> <span className={styles.login}>{login}</span>
        </p>
        <Password
          form={form}
          size="page"
          name="password"
          label={t('signIn.password')}
          autoComplete="current-password"
          autoFocus
        />
        <CodeField form={form} />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
        <div className={styles.acts}>
          <Button type="submit" look="ink" size="page" busy={form.busy}>
            {t('signIn.unlock')}
          </Button>
          <Button look="quiet" size="page" onPress={forgetLeft}>
            {t('signIn.other')}
          </Button>
        </div>
      </form>
    </>
  );
}
